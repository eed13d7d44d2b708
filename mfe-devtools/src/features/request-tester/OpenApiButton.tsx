import { SmallButton } from '../../SmallButton.tsx';
import { download } from './download.ts';

/** The document is made here, from the same table as the server's: it is there with the mock as well. */
async function downloadOpenApi(): Promise<void> {
  const { createOpenApi } = await import('@patchwork/api/openapi');
  const text = JSON.stringify(createOpenApi(window.location.origin), null, 2);
  download(new Blob([text], { type: 'application/json' }), 'openapi.json');
}

/** Downloads the known endpoints as an OpenAPI document, which other tools import. */
export const OpenApiButton = () => (
  <SmallButton onClick={() => void downloadOpenApi()}>Download as OpenAPI</SmallButton>
);
