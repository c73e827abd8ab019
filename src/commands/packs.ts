import { effectsOf } from '../core/law/effects.ts';
import { citePack, type PackLibrary, titleOfPack } from '../core/law/packs/pack.ts';
import { readLawDocument } from '../core/law/read-document.ts';
import { readLawSource } from '../core/law/read-source.ts';
import type { LawDocument, RuleDocument } from '../core/law/schema.ts';

/** A pack in a list. */
export interface PackInfo {
  /** As a law names it: `hooklaw:secrets`. */
  readonly pack: string;
  readonly title: string;
  readonly rules: number;
}

/** A rule of a pack for a person who looks for it. */
export interface PackRule {
  readonly id: string;
  readonly effect: string;
  /** Undefined where it concerns every tool. */
  readonly tools?: readonly string[];
  readonly text: string;
}

/** A pack with its rules. */
export interface PackDetails extends Omit<PackInfo, 'rules'> {
  readonly rules: readonly PackRule[];
}

function readPack(name: string, text: string): LawDocument {
  return readLawDocument(readLawSource(text, citePack(name)));
}

function describeRule(rule: RuleDocument): PackRule {
  const [effect = 'deny'] = effectsOf(rule);
  const text = rule[effect];
  return {
    id: rule.id,
    effect,
    ...(rule.tool === undefined ? {} : { tools: [rule.tool].flat() }),
    text: typeof text === 'string' ? text : '',
  };
}

/** Every pack. */
export function listPacks({ names, textOf }: PackLibrary): PackInfo[] {
  return names.map(name => {
    const text = textOf(name) ?? '';
    return { pack: citePack(name), title: titleOfPack(text), rules: readPack(name, text).rules.length };
  });
}

/** A pack with its rules; undefined where there is none of the name. */
export function describePack(name: string, { textOf }: PackLibrary): PackDetails | undefined {
  const text = textOf(name);
  if (text === undefined) return undefined;
  return { pack: citePack(name), title: titleOfPack(text), rules: readPack(name, text).rules.map(describeRule) };
}
