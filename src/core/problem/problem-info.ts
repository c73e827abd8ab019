export type Severity = 'error' | 'warning';

export interface ProblemInfo {
  readonly severity: Severity;
  /** What the code stands for, in one line; the page in docs/problems/ says more. */
  readonly title: string;
}
