import { describe, expect, it } from 'vitest';
import { cleanFileName, fileExtensionOf, nameBytes } from './file-name.ts';
import {
  fileExtensions,
  fileTexts,
  GUIDE_FILES,
  MAX_FILE_BYTES,
  NOTICE_FILES,
  RECOGNITION_FILES,
  shownFileName,
} from './file.vocabulary.ts';

describe('file names', () => {
  it.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Users\\张三\\成绩单.pdf', '成绩单.pdf'],
    ['a\u0000b\r\n.pdf', 'ab.pdf'],
    ['成绩\u202Efdp.exe', '成绩fdp.exe'],
    ['  .hidden.pdf. ', 'hidden.pdf'],
    ['..', ''],
    ['e\u0301.txt', 'é.txt'],
    ['a\u200b.pdf', 'a.pdf'],
  ])('%j is kept as %j', (given, kept) => expect(cleanFileName(given)).toBe(kept));

  it.each([
    ['a.PDF', 'pdf'],
    ['a.tar.gz', null],
    ['成绩单.pdf.exe', null],
    ['程序.exe.pdf', 'pdf'],
    ['pdf', null],
    ['.pdf', null],
    ['a.', null],
    ['a.svg', null],
  ])('%j has the extension %j', (name, extension) => {
    expect(fileExtensionOf(name)).toBe(extension);
  });

  it('their length counts in bytes', () => expect(nameBytes('成绩单.pdf')).toBe(13));

  it('FILES-20: names over 10 characters are shortened with an ellipsis', () => {
    expect(shownFileName('成绩单ab.pdf')).toBe('成绩单ab.pdf');
    expect(shownFileName('一二三四五六七八九十')).toBe('一二三四五六七八九十');
    expect(shownFileName('一二三四五六七八九十.pdf')).toBe('一二三四五六七八九十…');
  });
});

it('FILES-22: business tables of attachments', () =>
  expect([NOTICE_FILES, GUIDE_FILES, RECOGNITION_FILES]).toEqual(['T_XTGL_TZGG', 'T_XTGL_CZZN', 'T_CJGL_XTWCJRD']));

describe('what people are told', () => {
  it('FILES-10: the warning lists the types that may be uploaded', () => {
    expect(fileExtensions).toEqual([
      'txt',
      'zip',
      'rar',
      'jpg',
      'jpeg',
      'bmp',
      'gif',
      'png',
      'doc',
      'docx',
      'xls',
      'xlsx',
      'ppt',
      'pptx',
      'pdf',
    ]);
    expect(fileTexts.typeRefused).toBe(
      '仅支持上传txt、zip、rar、jpg、jpeg、bmp、gif、png、doc、docx、xls、xlsx、ppt、pptx、pdf格式的文件',
    );
  });

  it('FILES-11, FILES-14…18: the other texts', () => {
    expect(MAX_FILE_BYTES).toBe(52_428_800);
    expect([fileTexts.tooLarge, fileTexts.previewPdfOnly, fileTexts.previewFailed]).toEqual([
      '请上传小于50MB的文件',
      '仅支持预览pdf文件',
      '预览失败,请联系管理员',
    ]);
    expect([
      fileTexts.uploaded('a.pdf'),
      fileTexts.uploadFailed('没有权限'),
      fileTexts.downloadFailed('请求超时!'),
    ]).toEqual(['a.pdf 文件上传成功。', '文件上传失败！原因：没有权限', '下载失败: 请求超时!']);
  });
});
