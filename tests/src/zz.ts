import { launchBrowser } from './testing/browser.ts';
import { signInToApi } from './testing/api-session.ts';
const url = process.argv[2]!;
const [width, height] = (process.argv[3] ?? '390x844').split('x').map(Number) as [number, number];
const shots = process.argv.slice(4);
const browser = await launchBrowser();
for (const shot of shots) {
  const [user, path, name, ...clicks] = shot.split('|') as [string, string, string, ...string[]];
  const context = await browser.newContext({ viewport: { width, height }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', hasTouch: true, isMobile: width < 700, reducedMotion: 'reduce' });
  if (user !== '') {
    const { cookie } = await signInToApi(url, user);
    await context.addCookies(cookie.split('; ').map((pair) => { const [n = '', v = ''] = pair.split(/=(.*)/s); return { name: n, value: v, url }; }));
  }
  const page = await context.newPage();
  page.on('pageerror', (e) => console.log('ERR', e.message));
  await page.goto(`${url}${path}`);
  await page.waitForTimeout(3500);
  for (const click of clicks) { await page.locator(click).first().click({ timeout: 8000 }).catch((e: unknown) => { console.log(String(e).slice(0, 300)); }); await page.waitForTimeout(1200); }
  const w = await page.evaluate(() => [document.scrollingElement!.scrollWidth, innerWidth]);
  console.log(name, w.join(' of '));
  await page.screenshot({ path: `/tmp/ph-${name}.png` });
  await context.close();
}
await browser.close();
process.exit(0);
