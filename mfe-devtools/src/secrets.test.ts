import { describe, expect, test } from 'vitest';
import { hideInAddress, hideInBody, hideInHeader, hideInValue, isSecret } from './secrets.ts';

describe('a secret is known by its name,', () => {
  test.each([
    // Headers of real services.
    ...['Authorization', 'Proxy-Authorization', 'Cookie', 'Set-Cookie', 'X-API-Key', 'X-Api-Key'],
    ...['apikey', 'api-key', 'PRIVATE-TOKEN', 'X-Auth-Token', 'X-Auth-Key', 'X-Vault-Token'],
    ...['Ocp-Apim-Subscription-Key', 'x-functions-key', 'X-RapidAPI-Key', 'DD-APPLICATION-KEY'],
    ...['X-Amz-Security-Token', 'X-Hub-Signature-256', 'Stripe-Signature', 'X-TrackerToken'],
    ...['X-Shopify-Hmac-SHA256', 'X-Shopify-Access-Token', 'Cf-Access-Jwt-Assertion'],
    ...['X-XSRF-TOKEN', 'X-MBX-APIKEY', 'X-Parse-REST-API-Key', 'X-Parse-Master-Key'],
    // Parameters.
    ...['access_token', 'id_token', 'refresh_token', 'client_secret', 'code_verifier', 'sig'],
    ...['X-Amz-Signature', 'X-Amz-Credential', 'X-Goog-Signature', 'Signature', 'hapikey'],
    ...['oauth_token', 'oauth_signature', 'SAMLResponse', 'oobCode', 'authToken', 'jwt'],
    // Members and fields.
    ...['password', 'confirmPassword', 'password_confirmation', 'newPassword2', 'user[password]'],
    ...['passwordHash', 'passwd', 'pwd', 'passphrase', 'encodedToken', 'accesstoken', 'APIKey'],
    ...['clientSecret', 'aws_secret_access_key', 'private_key', 'privateKey', 'session_id', 'sid'],
    ...['PHPSESSID', 'JSESSIONID', 'connect.sid', 'csrfmiddlewaretoken', '_csrf', 'otp', 'cvv'],
    ...['razorpay_signature', 'razorpay_key_secret', 'connectionString', 'SharedAccessKey'],
    ...['secret_id', 'accessTokens', 'tokens', 'credentials', 'user_pass', 'card_number'],
  ])('%s', (name) => {
    expect(isSecret(name)).toBe(true);
  });

  test.each([
    ...['tokens_used', 'max_tokens', 'total_tokens', 'token_type', 'tokenCount', 'monkey', 'key'],
    ...['nextPageToken', 'page_token', 'continuation-token', 'Idempotency-Key', 'primary_key'],
    ...['Sec-WebSocket-Key', 'public_key', 'publishable_key', 'sort_key', 'keyboard', 'turkey'],
    ...['pinCode', 'pin', 'postal_code', 'code', 'countryCode', 'status_code', 'passenger'],
    ...['password_reset_url', 'boarding_pass', 'compass', 'bypass', 'secretary', 'secret_name'],
    ...['cookie_consent', 'session_count', 'AccountSid', 'MessageSid', 'signature_version'],
    ...['email_signature', 'author', 'authority', 'WWW-Authenticate', 'design', 'config', ''],
    ...['Accept', 'Content-Type', 'X-Request-Id', '_id', 'client_id', 'phone_number', 'string'],
  ])('and %s is none', (name) => {
    expect(isSecret(name)).toBe(false);
  });
});

test.each([
  ['/api/x?access_token=S1', '/api/x?access_token='],
  ['/x?a=1&X-Amz-Signature=S1&b=%20#t', '/x?a=1&X-Amz-Signature=&b=%20#t'],
  ['https://a.example/cb#id_token=S1&state=7', 'https://a.example/cb#id_token=&state=7'],
  ['https://asha:S1@a.example/', 'https://a.example/'],
  ['//S1@a.example/', '//a.example/'],
  ['/x;jsessionid=S1?a=1', '/x;jsessionid=?a=1'],
  ['/x?password=my "S1";S2&a=1', '/x?password=&a=1'],
  ['/x?next=%2Fa%3Ftoken%3DS1%26b%3D1&c=%20', '/x?next=%2Fa%3Ftoken%3D%26b%3D1&c=%20'],
  ['/x?url=https://a.example/?token=S1', '/x?url=https://a.example/?token='],
  ['/x?user%5Bpassword%5D=S1', '/x?user%5Bpassword%5D='],
  ['/mail?to=asha@a.example&tokens_used=3', '/mail?to=asha@a.example&tokens_used=3'],
  ['/x?%E0%A4%A=1&api_key=S1', '/x?%E0%A4%A=1&api_key='],
])('the address %s is shared as %s', (address, shared) => {
  const names: string[] = [];
  expect(hideInAddress(address, (name) => names.push(name))).toBe(shared);
  expect(names).toHaveLength(address === shared ? 0 : 1);
});

test('a header that holds an address keeps it without its secrets', () => {
  expect(hideInHeader('Referer', 'https://a.example/?token=S1&a=1')).toBe(
    'https://a.example/?token=&a=1',
  );
  expect(hideInHeader('Link', '<https://a.example/?token=S1>; rel="next"')).toBe(
    '<https://a.example/?token=>; rel="next"',
  );
  expect(hideInHeader('x-api-key', 'S1')).toBe('');
});

describe('a body is shared', () => {
  test('as JSON that is otherwise as it was typed', () => {
    const typed = '{ "id": 4634343214213523454, "p": 1.00,\n"client_secret" : "S1", "id": 1e400 }';
    expect(hideInBody(typed)).toBe(typed.replace('"S1"', '""'));
  });

  test('without secrets that are numbers, lists or objects, at any depth', () => {
    const typed =
      '[{"otp":123456,"tokens":["S1",{"a":[1]}],"credentials":{"user":"S2"},"a":{"p\\u0061ssword":"S3"}}]';
    const names: string[] = [];
    expect(hideInBody(typed, '', (name) => names.push(name))).toBe(
      '[{"otp":"","tokens":"","credentials":"","a":{"p\\u0061ssword":""}}]',
    );
    expect(names).toEqual(['otp', 'tokens', 'credentials', 'password']);
  });

  test('with what says only whether there is a secret', () => {
    const typed = '{"password":null,"token":true,"secret":"","a":{"token":false}}';
    expect(hideInBody(typed)).toBe(typed);
  });

  test('with a text that is a secret’s name', () => {
    const typed = '["token",{"a":"password","b":["secret"]},"x"]';
    expect(hideInBody(typed)).toBe(typed);
  });

  test('as a form', () => {
    const type = 'application/x-www-form-urlencoded; charset=utf-8';
    expect(hideInBody('grant_type=password&password=S1#;S2&a=1', type)).toBe(
      'grant_type=password&password=&a=1',
    );
  });

  test('as a multipart form', () => {
    const part = (name: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const body = (secret: string) =>
      `${part('a', '1')}${part('client_secret', secret)}${part('b', '2')}--x--\r\n`;
    expect(hideInBody(body('S1\r\nS2'), 'multipart/form-data; boundary=x')).toBe(body(''));
  });

  test('not at all, if it has another form and a secret’s name', () => {
    expect(hideInBody('<login><password>S1</password></login>', 'application/xml')).toBe('');
    expect(hideInBody('a monkey, tokens_used: 3', 'text/plain')).toBe('a monkey, tokens_used: 3');
  });
});

test('a value is shared without its secret members', () => {
  expect(hideInValue({ encodedToken: 'S1', user: { email: 'a' } })).toEqual({
    encodedToken: '',
    user: { email: 'a' },
  });
  expect(hideInValue('text')).toBe('text');
});
