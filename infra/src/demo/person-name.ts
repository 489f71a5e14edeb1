import type { Random } from './random.ts';

const surnames = (
  '王wang 李li 张zhang 刘liu 陈chen 杨yang 赵zhao 黄huang 周zhou 吴wu 徐xu 孙sun 胡hu 朱zhu 高gao 林lin 何he ' +
  '郭guo 马ma 罗luo 梁liang 宋song 郑zheng 谢xie ' +
  '韩han 唐tang 冯feng 于yu 董dong 萧xiao 程cheng 曹cao 袁yuan 邓deng 许xu 傅fu 沈shen 曾zeng 彭peng 吕lü 苏su ' +
  '卢lu 蒋jiang 蔡cai 贾jia 丁ding 魏wei 薛xue 叶ye 阎yan 欧阳ouyang'
)
  .split(' ')
  .map(parse);
const maleNames = (
  '浩hao 宇yu 博bo 俊jun 杰jie 伟wei 强qiang 磊lei 军jun 勇yong 涛tao 明ming 超chao 鹏peng 辉hui 健jian 凯kai ' +
  '峰feng 龙long 泽ze 轩xuan 睿rui 昊hao 然ran 晨chen 翔xiang 毅yi 哲zhe 文wen 志zhi 建jian 国guo 海hai 天tian ' +
  '一yi 子zi 思si'
)
  .split(' ')
  .map(parse);
const femaleNames = (
  '婷ting 静jing 丽li 娜na 敏min 艳yan 芳fang 雪xue 琳lin 萍ping 玲ling 佳jia 欣xin 怡yi 雨yu 涵han 梦meng 瑶yao ' +
  '诗shi 悦yue 颖ying 倩qian 璐lu 洁jie 蕾lei 晓xiao 月yue 晴qing 可ke 语yu 嘉jia 思si 雅ya 淑shu 慧hui 文wen ' +
  '子zi'
)
  .split(' ')
  .map(parse);

type Syllable = { text: string; pinyin: string };

function parse(entry: string): Syllable {
  const at = entry.search(/[a-zü]/);
  return { text: entry.slice(0, at), pinyin: entry.slice(at) };
}

/** A person's name with its pinyin, and the sex that goes with it (@XTGL_XB). */
export interface PersonName {
  readonly name: string;
  readonly pinyin: string;
  readonly xbm: '1' | '2';
}

/** A plausible Chinese name: one or two given characters. */
export function personName(random: Random): PersonName {
  const xbm = random.next() < 0.52 ? '1' : '2';
  const given = xbm === '1' ? maleNames : femaleNames;
  const parts = [random.pick(surnames), random.pick(given)];
  if (random.next() < 0.72) {
    const second = random.pick(given);
    if (second.text !== parts[1]!.text) parts.push(second);
  }
  return { name: parts.map((part) => part.text).join(''), pinyin: parts.map((part) => part.pinyin).join(''), xbm };
}

/** The same family name with another given name. */
export function renamed(name: string): Pick<PersonName, 'name' | 'pinyin'> {
  const family = surnames.find(({ text }) => name.startsWith(text)) ?? surnames[0]!;
  return { name: `${family.text}子轩`, pinyin: `${family.pinyin}zixuan` };
}
