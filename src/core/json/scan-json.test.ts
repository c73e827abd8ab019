import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanJson } from './scan-json.ts';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

const escapeUnit = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

describe('scanJson', () => {
  it('measures the depth of any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), value => {
        expect(scanJson(JSON.stringify(value), 1000).depth).toBe(depthOf(value));
        expect(scanJson(JSON.stringify(value, null, 2), 1000).depth).toBe(depthOf(value));
      }),
    );
  });

  it('finds no duplicate in JSON written from an object, whatever its keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), value => {
        expect(scanJson(JSON.stringify(value), 1000).duplicateKey).toBeUndefined();
      }),
    );
  });

  it('finds a key that was put in twice, at any depth and however it is written', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), fc.nat(5), (key, value, depth) => {
        const escaped = `"${[...Array(key.length).keys()].map(at => escapeUnit(key.charCodeAt(at))).join('')}"`;
        const object = `{${JSON.stringify(key)}:${JSON.stringify(value)},${JSON.stringify(`other ${key}`)}:1,${escaped}:2}`;
        const text = `${'[1,{"a":'.repeat(depth)}${object}${'}]'.repeat(depth)}`;
        expect(JSON.parse(text)).toBeDefined();
        expect(scanJson(text, 1000).duplicateKey).toBe(key);
      }),
    );
  });

  it('takes equal keys of different objects for what they are', () => {
    expect(scanJson('{"a":{"b":1},"c":[{"b":1},{"b":2}],"b":["b","b"]}', 10).duplicateKey).toBeUndefined();
  });

  it('sees `__proto__` only as a key', () => {
    expect(scanJson('{"a":"__proto__"}', 10).protoKey).toBe(false);
    expect(scanJson('{"a":{"__pr\\u006fto__":1}}', 10).protoKey).toBe(true);
  });

  it('finds numbers beyond a double, and not digits in texts', () => {
    expect(scanJson('{"a":1e309}', 10).hugeNumber).toBe('1e309');
    expect(scanJson('{"a":[-1E400]}', 10).hugeNumber).toBe('-1E400');
    expect(scanJson('{"a":"1e309","b":1e308}', 10).hugeNumber).toBeUndefined();
  });

  it('stops at the allowed depth without reading on', () => {
    expect(scanJson('['.repeat(1_000_000), 100).depth).toBe(101);
  });

  it('never throws on text that is not JSON', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), text => void scanJson(text, 100)));
  });
});
