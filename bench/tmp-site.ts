import { addressesOf, startSite } from './pages/site.ts';
const site = await startSite(); const a = await addressesOf(site.server.url, site.tutors);
console.log(JSON.stringify({ url: site.proxy.url, http: site.server.url, a }));
process.on('SIGTERM', () => void site.stop().then(() => process.exit(0)));
setInterval(() => {}, 1000);
