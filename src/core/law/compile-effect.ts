import type { EffectName } from '../event/catalogue.ts';
import type { ExpressionSite } from '../expression/site.ts';
import { splitTemplate } from '../expression/split-template.ts';
import { isJsonObject, type JsonValue } from '../json/json-value.ts';
import type { Span } from '../problem/position.ts';
import type { Problem } from '../problem/problem.ts';
import type { CompiledEffect, CompiledHandoff, CompiledTemplate, CompiledValue } from './compiled-law.ts';
import type { RuleDocument } from './schema.ts';

type Path = readonly PropertyKey[];

/** What compiling effects needs of the compiler around it. */
export interface EffectCompilerTools {
  readonly checkPart: (text: string, path: Path, sites: readonly ExpressionSite[], offset: number) => void;
  /** Checks the name of one tool that is to be called. */
  readonly checkTool: (tool: string, path: Path) => void;
  readonly report: (code: Problem['code'], span: Span, details: { message: string; help?: string }) => void;
  readonly locateValue: (path: Path) => Span;
}

/** Compiles effects: their texts, and the values that they put into inputs and hand-overs. */
export class EffectCompiler {
  readonly #tools: EffectCompilerTools;

  constructor(tools: EffectCompilerTools) {
    this.#tools = tools;
  }

  compile(rule: RuleDocument, name: EffectName, path: Path, sites: readonly ExpressionSite[]): CompiledEffect {
    const main = rule[name];
    const text =
      typeof main === 'string'
        ? this.#compileTemplate(main, [...path, name], sites)
        : main === true
          ? ['the law says so']
          : undefined;
    const instead =
      rule.instead === undefined ? undefined : this.#compileTemplate(rule.instead, [...path, 'instead'], sites);
    const handoff =
      rule.handoff === undefined ? undefined : this.#compileHandoff(rule.handoff, [...path, 'handoff'], sites);
    const rewrite =
      rule.rewrite === undefined ? undefined : this.#compileFields(rule.rewrite, [...path, 'rewrite'], sites);
    return {
      name,
      ...(text === undefined ? {} : { text }),
      ...(instead === undefined ? {} : { instead }),
      ...(handoff === undefined ? {} : { handoff }),
      ...(rewrite === undefined ? {} : { rewrite }),
    };
  }

  #compileHandoff(
    handoff: NonNullable<RuleDocument['handoff']>,
    path: Path,
    sites: readonly ExpressionSite[],
  ): CompiledHandoff {
    this.#tools.checkTool(handoff.tool, [...path, 'tool']);
    return { tool: handoff.tool, with: this.#compileFields(handoff.with ?? {}, [...path, 'with'], sites) };
  }

  #compileFields(
    fields: { readonly [name: string]: unknown },
    path: Path,
    sites: readonly ExpressionSite[],
  ): Record<string, CompiledValue> {
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        this.#compileValue(value as JsonValue, [...path, name], sites),
      ]),
    );
  }

  #compileValue(value: JsonValue, path: Path, sites: readonly ExpressionSite[]): CompiledValue {
    if (typeof value === 'string') {
      const template = this.#compileTemplate(value, path, sites);
      return template.every(part => typeof part === 'string') ? { literal: value } : { template };
    }
    if (Array.isArray(value)) {
      return { list: value.map((item, index) => this.#compileValue(item as JsonValue, [...path, index], sites)) };
    }
    if (isJsonObject(value)) return { fields: this.#compileFields(value, path, sites) };
    return { literal: value as null | boolean | number };
  }

  #compileTemplate(text: string, path: Path, sites: readonly ExpressionSite[]): CompiledTemplate {
    const { parts, unclosed } = splitTemplate(text);
    if (unclosed !== undefined) {
      this.#tools.report('law/template', this.#tools.locateValue(path), {
        message: '`{{` is never closed with `}}`',
        help: 'to write the braces themselves: {{ "{{" }}',
      });
    }
    for (const part of parts) if (typeof part !== 'string') this.#tools.checkPart(part.cel, path, sites, part.offset);
    return parts.map(part => (typeof part === 'string' ? part : { cel: part.cel }));
  }
}
