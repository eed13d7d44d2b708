import { useEffect, useState } from 'react';

// Built by the second configuration of the build.
const address = `${__webpack_public_path__}worker.js`;

export function Details() {
  const [answer, setAnswer] = useState('');
  useEffect(() => {
    const worker = new Worker(`/worker.js#${encodeURIComponent(address)}`);
    worker.onmessage = ({ data }) => setAnswer(data);
    return () => worker.terminate();
  }, []);
  return <p>{answer}</p>;
}
