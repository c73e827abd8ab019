/** What a comparison of texts is about. */
export type Subject = 'command' | 'sql' | 'path';

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The command that a text spells, as a question; undefined where it does not begin with the name of a program. */
function commandFact(text: string): string | undefined {
  const words = text.trim().split(/\s+/);
  const flags = words.filter(word => /^[-+]./.test(word));
  const names = words.filter(word => /^[\w.-]+$/.test(word) && !word.startsWith('-'));
  if (names.length === 0 || names.length + flags.length !== words.length || flags.includes(words[0] ?? '')) {
    return undefined;
  }
  const list = flags.length === 0 ? '' : `, [${flags.map(quoted).join(', ')}]`;
  return `shell.runs(${quoted(names.join(' '))}${list})`;
}

/** The place that a text names, as a question; undefined where it names none. */
function pathFact(text: string, field: string): string | undefined {
  if (text.includes('..')) return `!path(input.${field}).within('.')`;
  if (!/^[\w./~-]+$/.test(text)) return undefined;
  const isEnding = /^\.(?:pem|key|p12|pfx)$/.test(text);
  const rooted = /^(?:\/(?:etc|usr|home|root|var)\b|~)/.test(text);
  const place = rooted ? text : `**/${isEnding ? '*' : ''}${text.replace(/^\/+/, '')}`;
  return `path(input.${field}).matches(${quoted(place.replace(/\/$/, '/**'))})`;
}

/**
 * The question about what a call would do that was most likely meant by a comparison of texts.
 * @param text the text that is looked for, or the source of a pattern
 */
export function factForText(subject: Subject, text: string, field: string, isPattern: boolean): string {
  if (subject === 'sql') {
    const destroys = /\b(?:drop|truncate|delete)\b/i.test(text);
    return `sql(input.${field}).${destroys ? 'destroys' : 'writes'}`;
  }
  if (subject === 'path')
    return (isPattern ? undefined : pathFact(text, field)) ?? `path(input.${field}).matches('**/.env')`;
  return (isPattern ? undefined : commandFact(text)) ?? "shell.runs('git push', ['--force', '-f'])";
}
