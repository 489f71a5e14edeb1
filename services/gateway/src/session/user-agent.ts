/** Browsers, the more particular first: each names itself like the later ones too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\/(\d+)/, '微信'],
  [/DingTalk\/(\d+)/, '钉钉'],
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/QQBrowser\/(\d+)/, 'QQ浏览器'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** A short name of the browser behind a `User-Agent`: `Chrome 128 · Windows`. */
export function browserName(userAgent: string | null): string {
  const text = userAgent ?? '';
  const browser = browsers
    .map(([pattern, name]) => ({ name, version: pattern.exec(text)?.[1] }))
    .find(({ version }) => version !== undefined);
  const system = systems.find(([pattern]) => pattern.test(text))?.[1];
  return (
    [browser && `${browser.name} ${browser.version ?? ''}`, system].filter((part) => part !== undefined).join(' · ') ||
    '未知设备'
  );
}
