import { useState } from 'react';
import { SmallButton } from '../../SmallButton.tsx';
import { download } from './download.ts';

/** The document is made here, from the same table as the server's: it is there with the mock as well. */
async function downloadOpenApi(): Promise<void> {
  const { createOpenApi } = await import('@patchwork/api/openapi');
  const text = JSON.stringify(createOpenApi(window.location.origin), null, 2);
  download(new Blob([text], { type: 'application/json' }), 'openapi.json');
}

/** Downloads the known endpoints as an OpenAPI document, which other tools import. */
export function OpenApiButton() {
  const [hasFailed, setHasFailed] = useState(false);

  async function start(): Promise<void> {
    try {
      await downloadOpenApi();
      setHasFailed(false);
    } catch (error) {
      console.error(error);
      setHasFailed(true);
    }
  }

  return (
    <>
      <SmallButton onClick={() => void start()}>Download as OpenAPI</SmallButton>
      {hasFailed && (
        <span role="alert">The document can’t be made. Try again, or load the page again.</span>
      )}
    </>
  );
}
