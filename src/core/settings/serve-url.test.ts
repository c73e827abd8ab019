import { expect, it } from 'vitest';
import { readServeUrl } from './serve-url.ts';

it.each([
  ['http://127.0.0.1:4665', 'http://127.0.0.1:4665/hook'],
  ['http://127.0.0.1:4665/', 'http://127.0.0.1:4665/hook'],
  ['http://localhost:4665/hook', 'http://localhost:4665/hook'],
  ['http://[::1]:4665/hook/', 'http://[::1]:4665/hook'],
  ['https://guard.example/projects/shop', 'https://guard.example/projects/shop/hook'],
])('%s', (text, url) => {
  expect(readServeUrl(text)).toEqual({ url });
});

it.each([
  ['guard.example', 'is no URL'],
  ['ftp://guard.example', 'is no URL'],
  ['unix:/run/hooklaw.sock', 'is no URL'],
  ['http://guard.example:4665', 'without TLS'],
  ['http://127.0.0.1.evil.example', 'without TLS'],
  ['https://token@guard.example', 'would stand in the settings'],
  ['https://guard.example/?token=x', 'says more'],
])('%s is refused', (text, says) => {
  expect(readServeUrl(text)).toMatchObject({ message: expect.stringContaining(says) as string });
});
