// Fetches the real Claude Code into the cache, for tests that use it where it is there.
// usage: node scripts/fetch-client.mjs [VERSION]...
import { getClaude } from '../test/claude/get-claude.mjs';

const versions = process.argv.slice(2);
for (const version of versions.length === 0 ? ['2.1.332'] : versions) console.log(await getClaude(version));
