import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What whoever restores a backup has to know of persons that were erased after it was taken (decision 093): the list
 * `erasures` lets them be erased again; without it they come back.
 */
export async function erasuresText(dataDir: string): Promise<string> {
  const path = join(dataDir, 'erasures');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text !== null) {
    const count = text.split('\n').filter((line) => line !== '').length;
    return `数据目录中有个人信息删除名单（erasures，${count} 人）：启动后一分钟内会再次删除其中的人`;
  }
  return (
    `注意：数据目录中没有个人信息删除名单。备份之后依法删除过个人信息的，他们会随这个备份回来：` +
    `请在启动之前把原数据目录中的 erasures 文件复制为 ${path}，启动后会再次删除`
  );
}
