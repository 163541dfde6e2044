import { say } from '../kit/say.ts'

/** Refusals about reviews. */
export const reviewsErrors = {
  'reviews.not-open': say(
    '服务结束后 14 天内可以评价',
    'You can write a review within 14 days of the end of the service',
  ),
  'reviews.written': say('你已评价过', 'You have already written your review'),
  'reviews.replied': say('你已回复过', 'You have already replied'),
  'reviews.reported': say('你已举报过，运营人员会查看', 'You have already reported it. Our staff will look at it'),
  'reviews.settled-meanwhile': say('已有人处理过', 'Someone has already dealt with this'),
  'reviews.own': say(
    '这条评价与你有关，不能由你处理',
    'You wrote this review or it is about you, so you cannot decide',
  ),
} as const
