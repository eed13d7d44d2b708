import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** An issuer of pipelines' tokens on this machine, which publishes its key as GitHub and GitLab do. */
export async function openIssuer() {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'first', alg: 'RS256', use: 'sig' }];
  let url = '';
  const server = createServer((request, response) => {
    const document = request.url?.endsWith('/openid-configuration')
      ? { issuer: url, jwks_uri: `${url}/keys` }
      : { keys };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(document));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://localhost:${(server.address() as AddressInfo).port}`;

  /** Issues a token for a job, by default one on the main branch that is good for five minutes. */
  const issue = (
    audience: string,
    claims: Record<string, unknown> = {},
    key = privateKey,
  ): Promise<string> =>
    new SignJWT({
      ...{ iss: url, aud: audience, exp: Math.floor(Date.now() / 1000) + 300 },
      ...{ repository: 'acme/shop', ref: 'refs/heads/main', actor: 'ada', sha: 'c0ffee' },
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'first' })
      .sign(key);
  return {
    url,
    issue,
    /** Issues a token in this issuer's name that another key has signed. */
    forge: async (audience: string) =>
      issue(audience, {}, (await generateKeyPair('RS256')).privateKey),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
