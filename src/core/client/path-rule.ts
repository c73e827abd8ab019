/** A relative path in a project, or an absolute one, that a permission rule takes; undefined for a path outside of the project. */
function insideProject(file: string, project: string): string | undefined {
  return file.startsWith(`${project}/`) ? file.slice(project.length + 1) : undefined;
}

/**
 * Whether the pattern of a file rule takes a path, as in `.gitignore`: without a slash in any folder, with one from the
 * project's folder; `//` begins an absolute path. Observed in 2.1.332; `~` and `!` are beyond the model.
 * @param project the folder in which the client was started
 */
export function pathMatches(pattern: string, file: string, project: string): 'yes' | 'no' | 'unknown' {
  if (/^[~!]/.test(pattern)) return 'unknown';
  if (pattern.startsWith('//')) return answer(globOf(pattern.slice(1)).test(file));
  const relative = insideProject(file, project);
  if (relative === undefined) return 'no';
  const anchored = pattern.replace(/^(?:\.\/|\/)/, '');
  const anywhere = anchored === pattern && !pattern.includes('/');
  return answer(globOf(anywhere ? `**/${pattern}` : anchored).test(relative));
}

function answer(taken: boolean): 'yes' | 'no' {
  return taken ? 'yes' : 'no';
}

/** `**` stands for any folders, `*` for anything but a slash; what takes a folder takes all in it. */
function globOf(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map(part => {
      if (part === '**/') return '(?:.*/)?';
      if (part === '**') return '.*';
      if (part === '*') return '[^/]*';
      return part === '?' ? '[^/]' : part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}(?:/.*)?$`);
}
