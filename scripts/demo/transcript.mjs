import pc from 'picocolors';

const margin = 11;
const width = Math.min(process.stdout.columns || 110, 110) - margin;

/** Breaks a text into lines of the terminal's width; a word that is longer gets a line of its own. */
function wrap(text) {
  return text.split('\n').flatMap(paragraph => {
    const lines = [''];
    for (const word of paragraph.split(' ')) {
      const line = lines.at(-1);
      if (line === '') lines[lines.length - 1] = word;
      else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
      else lines.push(word);
    }
    return lines;
  });
}

/** One line of the conversation; further lines of the text are indented under the first. */
export function say(who, text, colour = pc.reset) {
  const lines = wrap(text.trimEnd()).map(colour);
  console.log(`  ${pc.dim(who.padEnd(margin - 2))}${lines.join(`\n${' '.repeat(margin)}`)}`);
}

export function heading(text) {
  console.log(`\n${pc.bold(text)}`);
}

export function showStep(number, text) {
  console.log(`\n${pc.cyan(`${number}.`)} ${pc.bold(text)}`);
}

/** A call as it would be written in code: `refund_customer(order_id: "A-1042", amount: 2000)`. */
export function showCall(tool, input) {
  const fields = Object.entries(input).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  say('agent', `${tool}(${fields.join(', ')})`);
}

export function showOutcome({ verdict, result }) {
  if (verdict.denied) {
    say('law', verdict.reason, pc.red);
    return say('tool', 'did not run', pc.dim);
  }
  say('law', verdict.warning ?? 'no objection', pc.green);
  return say('tool', result.text, result.isError ? pc.red : pc.reset);
}

/** Rows as a table; `columns` maps a title to what stands under it. */
export function showTable(rows, columns) {
  const titles = Object.keys(columns);
  const cells = rows.map(row => titles.map(title => String(columns[title](row) ?? '')));
  const widths = titles.map((title, at) => Math.max(title.length, ...cells.map(line => line[at].length)));
  const format = line => `  ${line.map((cell, at) => cell.padEnd(widths[at])).join('  ')}`.trimEnd();
  console.log(pc.dim(format(titles)));
  for (const line of cells) console.log(format(line));
}
