import { say } from '../kit/say.ts'

/** The staff's pages of the code market: the featured row. */
export const codeDesk = {
  slots: {
    lead: say(
      '代码首页的精选作品。空着的位置显示最受欢迎的作品。',
      'The featured works of the code home. An empty place shows a popular work.',
    ),
    place: say('第 {{place}} 位', 'Place {{place}}'),
    places: say('位置', 'Place'),
    shown: say('在售，正在显示', 'On sale and shown'),
    empty: say('显示最受欢迎的作品', 'Shows a popular work'),
    hidden: say('不在售，暂不显示', 'Not on sale, so not shown'),
    choose: say('选择作品', 'Choose a work'),
    chooseFor: say('选择第 {{place}} 位的作品', 'Choose the work for place {{place}}'),
    clear: say('清空', 'Clear'),
    work: say('作品网址或编号', 'Address or ID of the work'),
    workHelp: say('从作品页复制网址即可。', 'Copy the address of the work’s page.'),
    workEmpty: say('请输入作品网址或编号', 'Enter the address or ID of a work'),
    done: say('精选位已更新', 'Featured works updated'),
  },
} as const
