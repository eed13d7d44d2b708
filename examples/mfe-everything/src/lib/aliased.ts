export type Greeting = `Hello, ${string}`;

export const greet = (name: string): Greeting => `Hello, ${name}`;
