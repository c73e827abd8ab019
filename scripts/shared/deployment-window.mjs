const window = /from: "\d\d:\d\d", to: "\d\d:\d\d", zone: [\w/]+/;

/** A law text with its one time window put two hours long around now (UTC), or so many hours later. */
export function moveWindow(law, hoursFromNow) {
  if (!window.test(law)) throw new Error('the law has no time window to move');
  const at = hours => new Date(Date.now() + (hoursFromNow + hours) * 3_600_000).toISOString().slice(11, 16);
  return law.replace(window, `from: "${at(-1)}", to: "${at(1)}", zone: UTC`);
}
