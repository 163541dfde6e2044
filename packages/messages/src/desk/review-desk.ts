import { say, sayCount } from '../kit/say.ts'

/** What reviewers do about reported reviews and replies. */
export const reviewDesk = {
  lead: say(
    '查看被举报的评价和回复，分别隐藏或保留，也可重新显示。',
    'Look at reported reviews and replies. Hide them one by one, leave them, or show them again.',
  ),
  views: { reported: say('被举报', 'Reported'), hidden: say('已隐藏', 'Hidden') },
  none: {
    reported: say('没有待处理的举报', 'No reports waiting'),
    hidden: say('没有隐藏的评价或回复', 'Nothing is hidden'),
  },
  byPerson: say('作者或被评价人昵称', 'Either side’s nickname'),
  from: { buyer: say('买家的评价', 'A buyer’s review'), seller: say('卖家的评价', 'A seller’s review') },
  title: say('评价', 'Review'),
  author: say('作者', 'Author'),
  stars: say('星级', 'Stars'),
  words: say('内容', 'Words'),
  written: say('写于', 'Written'),
  noWords: say('（没有文字）', '(no words)'),
  isHidden: say('评价已隐藏', 'Review hidden'),
  isReplyHidden: say('回复已隐藏', 'Reply hidden'),
  reports: sayCount('{{count}} 条举报', '{{count}} report', '{{count}} reports'),
  more: say(
    '这里显示最早的 {{shown}} 条，处理后再看其余。',
    'These are the oldest {{shown}}. The others follow once you decide about these.',
  ),
  own: say('这条评价与你有关，须由他人处理', 'You wrote this review or it is about you. Others must decide'),
  acts: {
    leave: say('保留', 'Leave as it is'),
    hideReview: say('隐藏评价', 'Hide the review'),
    hideReply: say('隐藏回复', 'Hide the reply'),
    hideBoth: say('隐藏两者', 'Hide both'),
    showReview: say('重新显示评价', 'Show the review'),
    showReply: say('重新显示回复', 'Show the reply'),
  },
  texts: {
    leave: say('你看到的举报会结案，评价不变。', 'The reports you see are settled. Nothing changes.'),
    hideReview: say(
      '评价和星级不再显示，回复也随之不可见。',
      'The review and its stars are no longer shown, and nor is the reply.',
    ),
    hideReply: say('评价仍然显示，回复不再显示。', 'The review stays. The reply is no longer shown.'),
    hideBoth: say(
      '评价和回复都隐藏；重新显示时须分别决定。',
      'Both are hidden. To show them again takes a decision about each.',
    ),
    showReview: say('评价和星级会重新显示。', 'The review and its stars are shown again.'),
    showReply: say('评价显示时，回复也会显示。', 'The reply is shown again wherever the review is.'),
  },
  why: say(
    '理由（记入操作记录；隐藏或重新显示时，作者也会看到）',
    'Reason, for the activity log. The author reads it too when something is hidden or shown again',
  ),
  whyEmpty: say('请填写理由', 'Enter a reason'),
  done: say('已处理', 'Done'),
} as const
