/** Words by which a text is taken for English; of others nothing is said. */
const english =
  /\b(?:the|are|not|cannot|can't|this|that|been|only|allowed|without|may|during|never|is|no|its|what|have|which|who|whose|these|those|does|and|your?|they|their)\b/i;

/** Words that stand in other languages, too, and with them none of the above is telling. */
const foreign =
  /[^\x00-\x7f]|\b(?:el|la|los|der|die|das|und|le|les|il|het|een|nicht|não|och|ikke|puede|est|sont|zijn)\b/i;

/** Words that tell what to do wherever they stand. */
const direction =
  /\b(?:instead|escalate\w*|please|ask|asks|wait|until|unless|try|use|hand(?:s|ed)? over|hand it|person|people|human|teammate|colleague|should|must|needs?|has to|have to|approval|approves?|first|rather|better|contact|request|via|through|later|after|before|once|suggest|offer|prefer|see)\b/i;

/** Words that tell what to do where a sentence, or a part of one, begins with them. */
const imperative =
  /(?:^|[.;:,!–—-]\s*|\b(?:and|or|then|to|so)\s+)(?:please\s+)?(?:add|answer|ask|call|change|check|choose|close|commit|create|delete|do|edit|explain|fetch|find|fix|get|give|go|install|keep|leave|let|list|log|look|make|move|name|open|pass|pick|propose|push|put|query|read|remove|rename|reply|report|restart|retry|review|run|save|say|search|send|set|show|sign|split|start|stay|stop|switch|take|tell|test|turn|update|verify|work|write)\b/i;

/**
 * Whether a text for the model tells it what to do. Meant for advice only: it looks at words, and of texts that do not
 * look English it says yes, since it cannot tell.
 */
export function tellsWhatToDo(text: string): boolean {
  if (foreign.test(text) || !english.test(text)) return true;
  return direction.test(text) || imperative.test(text);
}

const nothings = new Set(
  [
    'no deny denied denies block blocked forbidden refused rejected stop stopped error failed failure false true nope never',
    'not|allowed not|permitted permission|denied access|denied not|possible call|denied request|denied call|blocked',
    'tool|denied tool|blocked tool|not|allowed this|is|not|allowed this|is|denied this|is|blocked this|is|forbidden',
    'this|is|not|permitted policy policy|violation denied|by|policy blocked|by|policy against|policy not|authorized',
    'unauthorized invalid todo tbd reason message none',
  ].flatMap(line => line.split(' ').map(words => words.replaceAll('|', ' '))),
);

/** Whether a text gives no reason at all: a mere no. */
export function saysNothing(text: string): boolean {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}{}]+/gu, ' ')
    .trim();
  return words.length < 2 || nothings.has(words);
}
