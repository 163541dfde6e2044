// Counts the time to pay down; at zero the page is asked for again and says that the order has expired.
for (const element of document.querySelectorAll('[data-left-seconds]')) {
  const end = Date.now() + Number(element.dataset.leftSeconds) * 1000
  const two = (value) => String(value).padStart(2, '0')
  const show = () => {
    const seconds = Math.max(0, Math.round((end - Date.now()) / 1000))
    const hours = Math.floor(seconds / 3600)
    const text = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
    element.textContent = hours > 0 ? `${hours}:${text}` : text
    element.parentElement.classList.toggle('soon', seconds < 60)
    if (seconds > 0) return
    clearInterval(timer)
    setTimeout(() => location.replace(location.pathname), 1200)
  }
  const timer = setInterval(show, 1000)
}
