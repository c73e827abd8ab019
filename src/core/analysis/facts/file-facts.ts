import type { Effects, FileEffect } from '../effects/effect.ts';
import { lookAt } from '../path/may-concern.ts';
import { compilePlace, isWithin, type Place, touchesAny } from '../path/place.ts';
import { isUnknownStart } from '../path/target-path.ts';
import { isOpen } from '../pattern.ts';
import type { ShellReading } from '../shell/reading.ts';
import type { Surroundings } from '../surroundings.ts';
import { peerOf, showPattern } from './address.ts';
import { type FileFacts, type OneOrMore, UnreadableError } from './facts.ts';
import { listOf, once, onceEach } from './once.ts';
import { unreadableMessage } from './unreadable.ts';

/** What files are asked about, and what is known. */
export interface FileGround {
  /** What the call does; asked for once. */
  readonly effects: () => Effects;
  /** The shell text that does it, where it is one. */
  readonly reading: () => ShellReading | undefined;
  readonly surroundings: Surroundings;
}

type Kind = FileEffect['kind'];

/** Up to so many places each is looked at closely, with the links on its way followed. */
const fewPlaces = 3;

/** What a call, or a shell text, does to files and hosts. */
export function createFileFacts(ground: FileGround): FileFacts {
  const known = once(() => knownEffects(ground));
  const placeOf = onceEach(text => compilePlace(text, ground.surroundings));
  const places = (texts: OneOrMore): Place[] => listOf(texts).map(placeOf);
  const withContents = (texts: OneOrMore): Place[] => listOf(texts).flatMap(contentsToo).map(placeOf);
  const of = onceEach(kind => known().files.filter(effect => effect.kind === kind)) as (kind: Kind) => FileEffect[];
  const mayConcern = onceEach(kind => lookAt(of(kind as Kind), ground.surroundings));
  const touching = (kind: Kind) => (texts: OneOrMore) => {
    const effects = of(kind);
    if (effects.length === 0) return false;
    const all = listOf(texts);
    const near = all.length > fewPlaces ? all.filter(mayConcern(kind)) : all;
    if (near.every(text => text.startsWith('!'))) return false;
    const asked = kind === 'delete' || kind === 'change' ? places(near) : withContents(near);
    return effects.some(effect => isAt(effect, asked));
  };
  const outside = (kind: Kind) => (texts: OneOrMore) => {
    const effects = of(kind).filter(isCertain);
    if (effects.length === 0) return false;
    const asked = places(texts);
    return effects.some(effect => isWithin(effect, asked) === 'outside');
  };
  const sent = once(() => known().network.filter(({ sends }) => sends));
  return {
    reads: touching('read'),
    writes: touching('write'),
    deletes: touching('delete'),
    changes: touching('change'),
    changesOutside: texts => {
      const effects = of('change').filter(effect => effect.recursive === true && isCertain(effect));
      if (effects.length === 0) return false;
      const asked = places(texts);
      return effects.some(effect => isWithin(effect, asked) === 'outside');
    },
    readsOutside: outside('read'),
    writesOutside: outside('write'),
    deletesOutside: outside('delete'),
    deletesElsewhere: texts => {
      const effects = of('delete').filter(effect => effect.elsewhere === true);
      if (effects.length === 0) return false;
      const asked = places(texts);
      return effects.some(effect => touchesAny(effect, asked));
    },
    deletesUnknown: () => of('delete').some(isUnknownFolder),
    sends: texts => {
      if (sent().length === 0) return false;
      const asked = withContents(texts);
      return sent().some(({ files }) => files.some(path => touchesAny({ kind: 'read', path }, asked)));
    },
    sendsOutside: texts => {
      const asked = places(texts);
      return sent().some(({ files }) => files.some(path => isWithin({ kind: 'read', path }, asked) === 'outside'));
    },
    sendsOut: () => sent().some(({ address, transfer }) => transfer !== true && !peerOf(address).isLocal),
    hosts: once(() => [...new Set(known().network.map(({ address }) => showPattern(peerOf(address).host)))]),
    printsEnvironment: () => known().printsEnvironment,
  };
}

/** To read in a folder is to read what lies in it. To delete what lies in it is not to delete the folder. */
function contentsToo(place: string): string[] {
  return place.endsWith('**') ? [place] : [place, `${place.replace(/[\\/]+$/, '')}/**`];
}

/** Of what a script does, only what is certain. @throws {UnreadableError} where the text as a whole could not be read */
function knownEffects({ effects, reading }: FileGround): Effects {
  const shell = reading();
  if (shell?.unreadable !== undefined) throw new UnreadableError(unreadableMessage(shell.unreadable));
  const all = effects();
  const isFromScript = (command: number | undefined): boolean =>
    command !== undefined && shell?.commands[command]?.via.some(({ script }) => script === true) === true;
  const files = all.files.filter(
    effect => !isFromScript(effect.command) || !(isOpen(effect.path) || effect.uncertain === true),
  );
  return files.length === all.files.length ? all : { ...all, files };
}

/**
 * Whether an effect is at one of these places. Where it happens on another machine, a path whose start is not known says
 * nothing of folders, only of names.
 */
function isAt(effect: FileEffect, places: readonly Place[]): boolean {
  if (effect.elsewhere !== true || !isUnknownStart(effect.path)) return touchesAny(effect, places);
  return touchesAny(
    effect,
    places.filter(({ text, excludes }) => excludes || text.startsWith('**/')),
  );
}

function isCertain({ elsewhere, uncertain }: FileEffect): boolean {
  return elsewhere !== true && uncertain !== true;
}

function isUnknownFolder({ path, recursive, many }: FileEffect): boolean {
  return isUnknownStart(path) && (recursive === true || many === true);
}
