import path from 'node:path';
import { fetchPackage } from '../shared/npm-package.mjs';

const version = '1.4.5';

/** The npm packages that hold Bun, by platform. Only x64 is here: the hardening knows no other machine code. */
const packages = {
  'linux-x64': {
    name: '@oven/bun-linux-x64',
    integrity: 'sha512-IWX9BELoGHAUtMonkeSaNaZwXzRk+oDw6Mk+HBFXd3KHYIBNBsIGRupMZPcgNoDbJpLu6gAJjIoIVPZtt1aJ1g==',
  },
  'linux-x64-musl': {
    name: '@oven/bun-linux-x64-musl',
    integrity: 'sha512-10QoW/YfTgnURaGEaHpJCiXjLI2e5iTtfVDaA5JKcyUzaa1cq6cVUY9/Uq5XkYzvtRjHLRe9Oj/lTDIQcxy8HQ==',
  },
};

/** What this machine is, as the packages are named. */
export function platformName() {
  const { platform, arch } = process;
  const musl = platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined;
  return `${platform}-${arch}${musl ? '-musl' : ''}`;
}

export function isSupported(platform = platformName()) {
  return Object.hasOwn(packages, platform);
}

/** Gives the path of the Bun program for this machine, fetched when it is not in the cache yet. */
export function fetchBun(platform = platformName()) {
  return path.join(fetchPackage({ ...packages[platform], version }), 'bin', 'bun');
}
