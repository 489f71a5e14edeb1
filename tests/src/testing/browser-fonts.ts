import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { fontFile } from '@jwxt/gateway/kernel/pdf-font.ts';

/**
 * What the pages ask for where nothing of the machine's own comes first, and the family that comes with npm: the prints
 * use it too.
 */
const asked = ['Noto Sans SC', 'sans-serif', 'serif', 'system-ui'];
const ours = 'Noto Sans S Chinese';
const names = ['chinese', 'japanese', 'korean'] as const;

/**
 * Environment that gives a browser the fonts of the packages, by fontconfig: a machine without Chinese fonts would draw
 * boxes, and one with others would draw other pictures. Fonts of the machine stay for what these lack. Elsewhere than
 * on Linux nothing reads it.
 */
export function browserFonts(): Record<string, string> {
  const folder = join(tmpdir(), `jwxt-browser-fonts-${userInfo().username}`);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'fonts.conf');
  // Of two browsers that start at once each finds a whole file.
  writeFileSync(`${path}.${process.pid}`, configuration(join(folder, 'cache')));
  renameSync(`${path}.${process.pid}`, path);
  return { FONTCONFIG_FILE: path };
}

const configuration = (cache: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${names.map((name) => `  <dir>${dirname(fontFile(name, 'regular'))}</dir>`).join('\n')}
  <cachedir>${cache}</cachedir>
${asked
  .map(
    (family) => `  <match target="pattern">
    <test name="family" compare="eq"><string>${family}</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>${ours}</string></edit>
  </match>`,
  )
  .join('\n')}
</fontconfig>
`;
