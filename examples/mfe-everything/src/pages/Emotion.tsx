import styled from '@emotion/styled';
import { Button, PageHeading } from '@patchwork/shop/ui';
import { useState } from 'react';

const Card = styled.p<{ isOn: boolean }>`
  color: ${({ isOn }) => (isOn ? 'rgb(1, 2, 3)' : 'rgb(4, 5, 6)')};
`;

export function Emotion() {
  const [isOn, setIsOn] = useState(false);
  return (
    <div className="container">
      <PageHeading>Emotion</PageHeading>
      <Card isOn={isOn}>A card</Card>
      <Button onClick={() => setIsOn(true)}>Press</Button>
    </div>
  );
}
