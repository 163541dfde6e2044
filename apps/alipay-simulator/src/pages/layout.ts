import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage, type Language, type TextName, textIn } from '../base/texts.ts'
import { type Html, html } from './html.ts'
import { icon } from './icons.ts'

/** What every page knows: its language and how to say a text in it. */
export interface Page {
  language: Language
  say: (name: TextName, values?: Record<string, string>) => string
  /** This page's address in the other language. */
  otherAddress: string
}

/** Reads the language of a request and remembers a ?lang= choice for the next pages. */
export function startPage(request: FastifyRequest, reply: FastifyReply): Page {
  const query = request.query as Record<string, unknown>
  const language = chooseLanguage(query.lang, request.headers.cookie, request.headers['accept-language'])
  if (query.lang === language) reply.header('set-cookie', `sim_lang=${language}; Path=/; SameSite=Lax; HttpOnly`)
  const address = new URL(request.url, 'http://simulator')
  address.searchParams.set('lang', language === 'zh' ? 'en' : 'zh')
  return {
    language,
    say: (name, values) => textIn(language, name, values),
    otherAddress: `${address.pathname}${address.search}`,
  }
}

/** Sends a whole page. Scripts and styles come from this server only; nothing is cached. */
export function sendPage(reply: FastifyReply, page: Page, title: TextName, body: Html): FastifyReply {
  const { say, language } = page
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'",
    )
  return reply.send(
    html`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${say(title)} · ${say('simulatorName')}</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/pages.css">
<script src="/assets/countdown.js" defer></script>
</head>
<body>
<a class="skip" href="#content">${say('skip')}</a>
<header class="top">
  <div class="top-inner">
    <span class="brand">${icon('flask')}<span>${say('simulatorName')}</span></span>
    <a class="language" href="${page.otherAddress}" hreflang="${language === 'zh' ? 'en' : 'zh'}">${icon('globe')}${say('otherLanguage')}</a>
  </div>
  <p class="ribbon">${icon('shield')}<span>${say('notReal')}</span></p>
</header>
<main id="content">${body}</main>
</body>
</html>`.toString(),
  )
}
