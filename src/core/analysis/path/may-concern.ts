import { isOpen } from '../pattern.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Target } from './place.ts';
import { couldBe, placeName } from './segment.ts';
import { expandHome, isUnknownStart, splitTarget } from './target-path.ts';

/** Tells at a glance that a place of the law has nothing to do with targets; true where that cannot be told at a glance. */
export type MayConcern = (place: string) => boolean;

const always: MayConcern = () => true;

/**
 * A look at targets that is cheaper than compiling hundreds of places to find that none fits. It goes by names: the last name
 * of a place that is written out must be among those of a target, or one of the targets must be a folder above the place.
 */
export function lookAt(targets: readonly Target[], surroundings: Surroundings): MayConcern {
  const { platform, home, project, observer } = surroundings;
  const moved = observer.real(home) !== home || observer.real(project) !== project;
  if (platform === 'windows' || moved || targets.length > 64) return always;
  const forms = targets.map(target => formsOf(target, surroundings));
  if (forms.some(names => names === undefined)) return always;
  const names = new Set(forms.flatMap(form => form?.names ?? []).map(name => name.toLowerCase()));
  const closed = [...names].filter(name => !isOpen(name));
  const open = [...names].filter(isOpen);
  const folders = forms.flatMap(form => form?.folders ?? []).map(folder => folder.toLowerCase());
  const isNamed = (name: string): boolean => {
    const wild = /[*?{]/.exec(name)?.index;
    if (wild === undefined) return names.has(name) || open.some(given => couldBe(placeName(name), given, false));
    const start = name.slice(0, wild);
    if (start !== '') return open.length > 0 || closed.some(given => given.startsWith(start));
    const end = /^\*([^*?{]+)$/.exec(name)?.[1];
    return end === undefined || open.length > 0 || closed.some(given => given.endsWith(end));
  };
  const isBelow = (place: string): boolean => {
    if (folders.length === 0) return false;
    if (place.startsWith('**/')) return place.indexOf('/', '**/'.length) !== -1;
    const rooted = place.startsWith('/')
      ? place
      : place.startsWith('~')
        ? expandHome(place, surroundings)
        : `${project}/${place}`;
    const path = rooted.toLowerCase();
    const [start = ''] = path.split(/[*?{]/, 1);
    return folders.some(
      folder =>
        folder === '/' ||
        path === folder ||
        path.startsWith(`${folder}/`) ||
        (start !== path && `${folder}/`.startsWith(start)),
    );
  };
  return text => {
    if (text.startsWith('!') || (/(?:^|\/)\.{1,2}(?:\/|$)|^\/|\\|^\$/.test(text) && !/^\/[\w.-]+\//.test(text)))
      return true;
    const place = text.toLowerCase();
    const parts = place.split('/').filter(part => part !== '' && part !== '**');
    const last = parts.at(-1);
    return last === undefined || last === '~' || isNamed(last) || isBelow(place);
  };
}

interface TargetForms {
  readonly names: readonly string[];
  /** The folders that are meant with all in them. */
  readonly folders: readonly string[];
}

/** Undefined where nobody knows from where it starts, or which folder is meant. */
function formsOf(target: Target, surroundings: Surroundings): TargetForms | undefined {
  const written = splitTarget(target.path, surroundings);
  if (isUnknownStart(written[0] ?? '')) return undefined;
  const known = written.findIndex(isOpen);
  const whole = target.recursive === true || target.many === true;
  if (known !== -1)
    return whole
      ? undefined
      : { names: [...written, ...realNames(written.slice(0, known), surroundings)], folders: [] };
  const real = realNames(written, surroundings);
  const folders = whole ? [written, real].map(names => names.join('/') || '/') : [];
  return { names: [...written, ...real], folders };
}

function realNames(names: readonly string[], surroundings: Surroundings): string[] {
  return splitTarget(surroundings.observer.real(names.join('/') || '/'), surroundings);
}
