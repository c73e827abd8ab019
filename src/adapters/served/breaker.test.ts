import { expect, it } from 'vitest';
import { StateError } from '../../ports/state-store.ts';
import { Breaker } from './breaker.ts';

const down = (): Promise<never> => Promise.reject(new StateError('it is down'));
const up = (): Promise<string> => Promise.resolve('answered');

async function failThrice(breaker: Breaker): Promise<void> {
  for (let time = 0; time < 3; time++) await expect(breaker.run(down)).rejects.toThrow('it is down');
}

it('asks a store that fails now and then', async () => {
  const breaker = new Breaker(() => 0);
  await expect(breaker.run(down)).rejects.toThrow(StateError);
  await expect(breaker.run(down)).rejects.toThrow(StateError);
  expect(await breaker.run(up)).toBe('answered');
  await expect(breaker.run(down)).rejects.toThrow(StateError);
  expect(await breaker.run(up)).toBe('answered');
});

it('leaves a store alone that does not answer, and tries again with one call', async () => {
  let now = 0;
  const breaker = new Breaker(() => now);
  await failThrice(breaker);
  await expect(breaker.run(up)).rejects.toThrow('it is down');
  now = 501;
  let release: (text: string) => void = () => undefined;
  const trial = breaker.run(
    () =>
      new Promise<string>(resolve => {
        release = resolve;
      }),
  );
  await expect(breaker.run(up)).rejects.toThrow('it is down');
  release('back');
  expect(await trial).toBe('back');
  expect(await breaker.run(up)).toBe('answered');
});

it('is not opened by faults that are not the store’s', async () => {
  const breaker = new Breaker(() => 0);
  for (let time = 0; time < 5; time++)
    await expect(breaker.run(() => Promise.reject(new Error('a rule')))).rejects.toThrow('a rule');
  expect(await breaker.run(up)).toBe('answered');
});
