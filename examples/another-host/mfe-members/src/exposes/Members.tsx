import { use } from 'react';

const members: Promise<string[]> = fetch('/api/members').then((answer) => answer.json());

export const Component = () => (
  <>
    <h1>Members</h1>
    <p>{use(members).join(', ')}</p>
  </>
);
