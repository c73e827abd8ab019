import fs from 'node:fs';
import path from 'node:path';

/** The pages of docs/problems by their code, as the programs carry them: `law-no-context.md` is about `law/no-context`. */
export function readProblemPages(root) {
  const folder = path.join(root, 'docs', 'problems');
  const files = fs.readdirSync(folder).filter(file => file.endsWith('.md') && file !== 'README.md');
  return Object.fromEntries(
    files
      .toSorted()
      .map(file => [path.basename(file, '.md').replace('-', '/'), fs.readFileSync(path.join(folder, file), 'utf8')]),
  );
}
