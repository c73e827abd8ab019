import { foldCase, folderOf, nameOf } from '../analysis/path-text.ts';
import { isOpen, type Pattern, type Relation, relate } from '../analysis/pattern.ts';
import {
  type GuardedPlaces,
  knownSettings,
  type Place,
  placeOf,
  settingsBehind,
  settingsIn,
} from './guarded-places.ts';
import { type Becoming, judgeSettings, type SettingsJudgement } from './judge-settings.ts';
import { type Refusal, refuseOwn, refuseUnknownResult } from './refusal.ts';
import type { Finding } from './shell/finding.ts';

export interface FindingJudgement extends SettingsJudgement {
  readonly places: GuardedPlaces;
}

type Touch = Extract<Finding, { readonly target: Pattern }>;

/** A guarded place that a finding touches, and how. */
interface Hit {
  readonly place: Place;
  readonly relation: Relation;
}

/** Judges what a script does to one file. */
export function judgeTouch(touch: Touch, all: readonly Finding[], judgement: FindingJudgement): Refusal | undefined {
  for (const hit of findHits(touch, judgement)) {
    const { place } = hit;
    const refusal =
      place.kind === 'settings'
        ? judgeSettingsTouch(touch, place, hit.relation, all, judgement)
        : judgeOwnTouch(touch, place, hit.relation);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function findHits(touch: Touch, { places, files }: FindingJudgement): Hit[] {
  const { target, kind } = touch;
  if (isOpen(target)) return relateAll([target], places, []);
  const forms = [target, files.realFolder(target), ...(kind === 'remove' ? [] : [files.real(target)])];
  const distinct = [...new Set(forms)];
  const direct = distinct.flatMap((form): Hit[] => {
    const place = placeOf(form, places);
    return place === undefined ? [] : [{ place, relation: 'self' }];
  });
  const linked = settingsBehind(distinct, places, files.real).map((place): Hit => ({ place, relation: 'self' }));
  return [...direct, ...linked, ...relateAll(distinct, places, distinct.flatMap(settingsIn))];
}

function relateAll(forms: readonly Pattern[], places: GuardedPlaces, more: readonly string[]): Hit[] {
  const settings = [...new Set([...knownSettings(places), ...more])];
  const own = [...places.stateFolders, ...places.program];
  return [...own, ...settings].flatMap((path): Hit[] => {
    const place = placeOf(path, places);
    const relation = forms.map(form => relate(form, path)).find(found => found !== undefined);
    return place === undefined || relation === undefined ? [] : [{ place, relation }];
  });
}

function judgeOwnTouch(touch: Touch, place: Place, relation: Relation): Refusal | undefined {
  if (place.kind === 'settings') return undefined;
  const reaches =
    relation !== 'above' ||
    (touch.kind === 'remove' && touch.narrow !== true) ||
    (touch.kind === 'access' && touch.closes);
  return reaches ? refuseOwn(place.path, place.kind) : undefined;
}

function judgeSettingsTouch(
  touch: Touch,
  place: Extract<Place, { kind: 'settings' }>,
  relation: Relation,
  all: readonly Finding[],
  judgement: FindingJudgement,
): Refusal | undefined {
  if (relation === 'inside') return undefined;
  const { file } = place;
  switch (touch.kind) {
    case 'remove': {
      const farAbove = relation === 'above' && touch.narrow === true && foldCase(nameOf(touch.target)) !== '.claude';
      return farAbove ? undefined : judgeSettings(place, 'gone', judgement);
    }
    case 'access':
      return (relation === 'above' ? touch.closes : touch.hides) ? judgeSettings(place, 'gone', judgement) : undefined;
    case 'alias':
      return relation === 'self' && judgement.files.read(file) !== undefined ? refuseUnknownResult(file) : undefined;
    case 'write': {
      const becoming = becomingOf(touch, file, relation, all, judgement);
      return becoming === undefined ? undefined : judgeSettings(place, becoming, judgement);
    }
  }
}

/** What a write leaves in a settings file; undefined when it does not reach it. */
function becomingOf(
  touch: Extract<Touch, { kind: 'write' }>,
  file: string,
  relation: Relation,
  all: readonly Finding[],
  { files }: FindingJudgement,
): Becoming | undefined {
  const { result, target } = touch;
  if (result.kind === 'copy') return copied(result.of, target, file, all, files.read);
  const named = foldCase(nameOf(target)) === '.claude';
  if (relation === 'above') return touch.narrow === true && named ? 'unknown' : undefined;
  if (result.kind === 'unknown') return 'unknown';
  const earlier = all.some(other => other !== touch && 'target' in other && other.target === target);
  if (result.append && earlier) return 'unknown';
  return { text: result.append ? (files.read(file) ?? '') + result.text : result.text };
}

/** The text of the file that is copied there, where it lies still and is known. */
function copied(
  of: Pattern,
  target: Pattern,
  file: string,
  all: readonly Finding[],
  read: (path: string) => string | undefined,
): Becoming | undefined {
  const depth = target.split('/').length;
  const rest = file.split('/').slice(depth).join('/');
  const named = isOpen(nameOf(of)) ? `${folderOf(of)}/${file.split('/')[depth - 1] ?? ''}` : of;
  const source = rest === '' ? named : `${named}/${rest}`;
  const whole = rest === '' || foldCase(nameOf(of)) === '.claude';
  if (isOpen(source)) return whole ? 'unknown' : undefined;
  const made = all.some(
    other => other.kind === 'write' && !isCopyOf(other, of) && relate(other.target, source) !== undefined,
  );
  if (made || all.some(({ kind }) => kind === 'active')) return whole ? 'unknown' : undefined;
  return readSource(source, read);
}

function isCopyOf({ result }: Extract<Finding, { kind: 'write' }>, of: Pattern): boolean {
  return result.kind === 'copy' && result.of === of;
}

/** A source that is not there copies nothing; one that cannot be read, such as a device, copies who knows what. */
function readSource(path: string, read: (path: string) => string | undefined): Becoming | undefined {
  try {
    const text = read(path);
    return text === undefined ? undefined : { text };
  } catch {
    return 'unknown';
  }
}
