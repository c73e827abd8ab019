/** Why hooklaw itself refuses a call that would weaken the guard, and what the model can do instead. */
export interface Refusal {
  readonly text: string;
  readonly instead: string;
}

const askPerson = 'Ask the person to do it in a terminal of their own';

/** The refusal of a settings file's change. */
export function refuseSettings(file: string, what: string): Refusal {
  return {
    text: `This would change \`${file}\` so that ${what}`,
    instead: `Leave that part of the file as it is; everything else in it may be changed. ${askPerson} if it is wanted`,
  };
}

/** The refusal of a change whose result nobody can tell before it has happened. */
export function refuseUnknownResult(file: string): Refusal {
  return {
    text: `What this leaves in \`${file}\` cannot be told beforehand, and the guard's hooks depend on that file`,
    instead: 'Use Edit or Write on the file, so that the result can be judged',
  };
}

/** The refusal of an edit that does not fit the file: it would fail by itself, if the file is then still as it is now. */
export function refuseMisfit(file: string): Refusal {
  return {
    text: `This edit does not fit what \`${file}\` holds now, so its result cannot be judged`,
    instead: 'Read the file, and edit what is there',
  };
}

/** The refusal of a touch on what belongs to hooklaw itself. */
export function refuseOwn(path: string, what: 'state' | 'program'): Refusal {
  const whose = what === 'state' ? 'the records and approvals of hooklaw' : 'the program that runs hooklaw';
  return { text: `This would change or remove \`${path}\`, ${whose}`, instead: `Leave it alone. ${askPerson}` };
}

/** The refusal of a command that only a person may give. */
export function refuseCommand(command: string): Refusal {
  return { text: `\`${command}\` is for a person, not for an agent`, instead: `${askPerson}` };
}

/** The refusal of a command that names the guard and cannot be read. */
export function refuseUnreadable(fault: string): Refusal {
  return {
    text: `This command names what the guard depends on, and it cannot be read (${fault})`,
    instead: 'Write it plainly, one step at a time',
  };
}
