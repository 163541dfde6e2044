/**
 * All tables. Times are milliseconds of the simulator's business clock unless the column says `machine`.
 * `events` and `entries` are the book: only ever appended to, which triggers enforce.
 */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS accounts (
  userId TEXT PRIMARY KEY, userKey TEXT NOT NULL UNIQUE, openId TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
  loginId TEXT NOT NULL, nickName TEXT NOT NULL, realName TEXT NOT NULL, balanceFen INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, kind TEXT NOT NULL, reference TEXT NOT NULL,
  data TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS entries (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, userId TEXT NOT NULL, deltaFen INTEGER NOT NULL,
  balanceFen INTEGER NOT NULL, kind TEXT NOT NULL, reference TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS entriesByUser ON entries (userId, at);
CREATE TRIGGER IF NOT EXISTS eventsKept BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'the book is append-only'); END;
CREATE TRIGGER IF NOT EXISTS eventsStay BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'the book is append-only'); END;
CREATE TRIGGER IF NOT EXISTS entriesKept BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'the book is append-only'); END;
CREATE TRIGGER IF NOT EXISTS entriesStay BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'the book is append-only'); END;
CREATE TABLE IF NOT EXISTS sessions (
  sessionId TEXT PRIMARY KEY, openedAt INTEGER NOT NULL, outTradeNo TEXT NOT NULL, method TEXT NOT NULL,
  productCode TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL, passbackParams TEXT NOT NULL,
  totalFen INTEGER NOT NULL, expiresAt INTEGER, timeoutMs INTEGER, notifyUrl TEXT NOT NULL, returnUrl TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS sessionsByNumber ON sessions (outTradeNo, openedAt);
CREATE TABLE IF NOT EXISTS trades (
  tradeNo TEXT PRIMARY KEY, outTradeNo TEXT NOT NULL UNIQUE, method TEXT NOT NULL, productCode TEXT NOT NULL,
  subject TEXT NOT NULL, body TEXT NOT NULL, passbackParams TEXT NOT NULL, totalFen INTEGER NOT NULL,
  buyerId TEXT NOT NULL, sellerId TEXT NOT NULL, status TEXT NOT NULL, createdAt INTEGER NOT NULL,
  expiresAt INTEGER NOT NULL, paidAt INTEGER, closedAt INTEGER, finishedAt INTEGER, lastRefundAt INTEGER,
  refundedFen INTEGER NOT NULL DEFAULT 0, notifyUrl TEXT NOT NULL, returnUrl TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS tradesOpen ON trades (status, expiresAt);
CREATE INDEX IF NOT EXISTS tradesPaid ON trades (status, paidAt);
CREATE TABLE IF NOT EXISTS refunds (
  outRequestNo TEXT NOT NULL, tradeNo TEXT NOT NULL, amountFen INTEGER NOT NULL, reason TEXT NOT NULL,
  status TEXT NOT NULL, createdAt INTEGER NOT NULL, dueAt INTEGER NOT NULL, settledAt INTEGER,
  PRIMARY KEY (tradeNo, outRequestNo)
) STRICT;
CREATE INDEX IF NOT EXISTS refundsDue ON refunds (status, dueAt);
CREATE TABLE IF NOT EXISTS transfers (
  orderId TEXT PRIMARY KEY, outBizNo TEXT NOT NULL UNIQUE, fingerprint TEXT NOT NULL, amountFen INTEGER NOT NULL,
  payeeId TEXT NOT NULL, title TEXT NOT NULL, status TEXT NOT NULL, nextStatus TEXT, dueAt INTEGER,
  payFundOrderId TEXT NOT NULL, createdAt INTEGER NOT NULL, settledAt INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS transfersDue ON transfers (dueAt) WHERE nextStatus IS NOT NULL;
CREATE INDEX IF NOT EXISTS transfersByDay ON transfers (createdAt);
CREATE TABLE IF NOT EXISTS notifications (
  notifyId TEXT PRIMARY KEY, outTradeNo TEXT NOT NULL, url TEXT NOT NULL, fields TEXT NOT NULL, state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, dueMachineMs INTEGER NOT NULL, createdAt INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS notificationsDue ON notifications (state, dueMachineMs);
CREATE INDEX IF NOT EXISTS notificationsByTrade ON notifications (outTradeNo);
CREATE TABLE IF NOT EXISTS deliveries (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, notifyId TEXT NOT NULL, atMachineMs INTEGER NOT NULL, fault TEXT NOT NULL,
  answer TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS deliveriesByNotice ON deliveries (notifyId);
CREATE TABLE IF NOT EXISTS authCodes (
  authCode TEXT PRIMARY KEY, userId TEXT NOT NULL, scope TEXT NOT NULL, expiresAt INTEGER NOT NULL, usedAt INTEGER
) STRICT;
CREATE TABLE IF NOT EXISTS tokens (
  accessToken TEXT PRIMARY KEY, refreshToken TEXT NOT NULL UNIQUE, userId TEXT NOT NULL, scope TEXT NOT NULL,
  expiresAt INTEGER NOT NULL, refreshExpiresAt INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS billLinks (
  linkId TEXT PRIMARY KEY, billType TEXT NOT NULL, billDate TEXT NOT NULL, expiresAt INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS billDiscrepancies (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, billDate TEXT NOT NULL, kind TEXT NOT NULL, outTradeNo TEXT NOT NULL,
  amountFen INTEGER NOT NULL
) STRICT;
`
