/** Why a URL cannot be wired, and what to do. */
export interface ServeUrlFault {
  readonly message: string;
  readonly help: string;
}

/**
 * The URL under which `hooklaw serve` judges: as given, with `/hook` at its end where that is missing.
 * @param text such as `http://127.0.0.1:4665` or `https://guard.example/projects/shop`
 */
export function readServeUrl(text: string): { readonly url: string } | ServeUrlFault {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const help = 'give one such as http://127.0.0.1:4665 or https://guard.example/projects/shop';
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return { message: `\`--http ${text}\` is no URL of a server`, help };
  if (url.username !== '' || url.password !== '')
    return {
      message: 'a token in the URL would stand in the settings',
      help: 'put it into the variable HOOKLAW_TOKEN',
    };
  if (url.search !== '' || url.hash !== '')
    return { message: `\`--http ${text}\` says more than where the server is`, help };
  if (url.protocol === 'http:' && !isLoopbackName(url.hostname)) {
    return {
      message: `\`${url.host}\` is another machine, and without TLS anybody on the way could answer for it`,
      help: 'give an https URL',
    };
  }
  const path = url.pathname.replace(/\/+$/, '');
  return { url: `${url.origin}${path.endsWith('/hook') ? path : `${path}/hook`}` };
}

function isLoopbackName(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host);
}
