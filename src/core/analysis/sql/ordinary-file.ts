/**
 * Whether a file that a client writes beside its database is an everyday export: it lies in the working folder or a temporary
 * one, hidden files and programs excluded.
 */
export function isOrdinaryFile(path: string): boolean {
  const file = path.replace(/^\/(?:var\/)?tmp\//, '');
  if (file === '' || /^(?:[/~|$`\\]|[A-Za-z]:)/.test(file) || /[\uE000-\uE003\0]/.test(file)) return false;
  return (
    !file.split(/[\\/]/).some(segment => segment.startsWith('.')) &&
    /\.(?:csv|tsv|txt|json|jsonl|ndjson|parquet|xlsx|html?|md|out|log|sql|gz|zst|arrow|xml)$/i.test(file)
  );
}
