export const Component = ({ member }: { member: string }) => <p>{member}, we open at ten.</p>;
