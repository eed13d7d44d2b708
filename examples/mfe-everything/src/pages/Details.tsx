export const Details = () => <p>The details are here.</p>;
