import { useEffect, useState } from 'react';
import address from './worker.js?worker&url';

export function Details() {
  const [answer, setAnswer] = useState('');
  useEffect(() => {
    const worker = new Worker(`/worker.js#${encodeURIComponent(address)}`);
    worker.onmessage = ({ data }) => setAnswer(data);
    return () => worker.terminate();
  }, []);
  return <p>{answer}</p>;
}
