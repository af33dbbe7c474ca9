// The address of a Redis server without what must not be seen.

/** `redis://host:6379/0`: protocol, host, port and database, whatever else there is. */
export function redactedUrl(text: string): string {
  const url = parsed(text);
  return url === undefined ? '(not a URL)' : `${url.protocol}//${url.host}${url.pathname}`;
}

/** Any text, an error message for instance, without the password of the address. */
export function withoutSecrets(text: string, address: string): string {
  const password = parsed(address)?.password ?? '';
  const secrets = [address, password, decodeURIComponent(password)].filter((one) => one !== '');
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
