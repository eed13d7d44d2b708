import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import styled from '@emotion/styled';
import { Button, PageHeading } from '@patchwork/shop/ui';
import { useState } from 'react';

// Also in development, where Emotion would write text into style elements, which the policy refuses.
const rules = createCache({ key: 'everything', speedy: true });

const Card = styled.p<{ isOn: boolean }>`
  color: ${({ isOn }) => (isOn ? 'rgb(1, 2, 3)' : 'rgb(4, 5, 6)')};
`;

export function Emotion() {
  const [isOn, setIsOn] = useState(false);
  return (
    <div className="container">
      <PageHeading>Emotion</PageHeading>
      <CacheProvider value={rules}>
        <Card isOn={isOn}>A card</Card>
      </CacheProvider>
      <Button onClick={() => setIsOn(true)}>Press</Button>
    </div>
  );
}
