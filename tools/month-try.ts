import { simulateMonth } from './server-chaos/month.ts';
const [days=2,shoppers=10,products=200,kills=2]=process.argv.slice(2).map(Number);
console.log(JSON.stringify(await simulateMonth({days,shoppers,products,kills}),null,1));
