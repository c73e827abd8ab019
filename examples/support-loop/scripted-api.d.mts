export interface ScriptedTurn {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
  readonly blocks?: readonly object[];
  readonly stop_reason?: string;
}

export interface RequestBody {
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | readonly Record<string, unknown>[];
  }[];
  readonly [field: string]: unknown;
}

export interface ScriptedApi {
  readonly url: string;
  readonly requests: RequestBody[];
  readonly rejected: string[];
  readonly close: () => void;
}

export function startScriptedApi(
  script: readonly (ScriptedTurn | ((body: RequestBody) => ScriptedTurn))[],
  options?: { readonly sideQuestions?: boolean },
): Promise<ScriptedApi>;
export function whatIsWrong(messages: readonly unknown[]): string | undefined;
