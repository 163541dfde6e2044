import { Button, Checkbox, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from '../src/actions/copy-button.tsx'
import { CountdownButton } from '../src/actions/countdown-button.tsx'
import { StickyAction } from '../src/actions/sticky-action.tsx'
import { useDevice } from '../src/base/device.tsx'
import { ConfirmDialog } from '../src/dialogs/confirm-dialog.tsx'
import { Menu } from '../src/dialogs/menu.tsx'
import { CountUp } from '../src/feedback/count-up.tsx'
import { OutcomeNote } from '../src/feedback/outcome-note.tsx'
import { StatusBadge } from '../src/feedback/status-badge.tsx'
import { Toasts } from '../src/feedback/toasts.tsx'
import { WaitingNote } from '../src/feedback/waiting-note.tsx'
import { DownloadIcon, EditIcon, PowerIcon } from '../src/icons/actions.tsx'
import { HomeIcon, MarketIcon, MeIcon, MessagesIcon, OrdersIcon } from '../src/icons/places.tsx'
import { CancelledIcon, FailedIcon, InfoIcon, ServingIcon, SuccessIcon, WaitingIcon } from '../src/icons/states.tsx'
import { PasswordText } from '../src/inputs/password-text.tsx'
import { UnitInput } from '../src/inputs/unit-input.tsx'
import { BottomBar } from '../src/layout/bottom-bar.tsx'
import { FormSection } from '../src/layout/form-section.tsx'
import { Tabs } from '../src/layout/tabs.tsx'
import { TileRow } from '../src/layout/tile-row.tsx'
import { AvatarImage } from '../src/lists/avatar-image.tsx'
import { MoneyBlock } from '../src/lists/money-block.tsx'
import { Price } from '../src/lists/price.tsx'
import { TimeLine } from '../src/lists/time-line.tsx'

const toast = { id: 1, kind: 'success', text: '已复制' } as const
const store = { subscribe: () => () => undefined, getCurrent: () => toast, dismiss: () => undefined }
const gap = { display: 'flex', gap: 12, flexWrap: 'wrap', alignItems: 'center', margin: '16px 0' } as const

function Buttons() {
  const [isAsking, setAsking] = useState(new URLSearchParams(location.search).has('ask'))
  return (
    <div style={gap}>
      <Button onClick={() => setAsking(true)}>主要操作</Button>
      <Button variant="default">次要</Button>
      <Button variant="light">浅色</Button>
      <Button variant="subtle">安静</Button>
      <Button color="coral">危险</Button>
      <Button color="amber">琥珀</Button>
      <Button disabled>不可用</Button>
      <Button loading>处理中</Button>
      <CountdownButton label="获取验证码" countingLabel={(left) => `${left} 秒`} onPress={async () => true} />
      <Menu
        trigger={<Button variant="default">菜单</Button>}
        label="更多"
        closeLabel="关闭"
        entries={[
          { id: 'edit', label: '修改', icon: <EditIcon size={18} /> },
          { id: 'get', label: '下载', icon: <DownloadIcon size={18} />, href: '#x' },
          { id: 'off', label: '下架', icon: <PowerIcon size={18} />, isDangerous: true },
        ]}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => setAsking(false)}
        title="下架这台机器？"
        text="下架后不再接受新订单；正在服务的订单不受影响。"
        confirmLabel="下架"
        cancelLabel="取消"
        closeLabel="关闭"
        isDangerous
      />
    </div>
  )
}

function Fields() {
  const [port, setPort] = useState('22')
  return (
    <FormSection title="机器" help="填写能连到这台机器的地址，我们会登录一次并实测。">
      <TextInput label="访问 IP" placeholder="203.0.113.7" withAsterisk error="请填写正确的 IPv4 地址" />
      <UnitInput label="端口" value={port} onChange={setPort} max={65535} isRequired description="最大 65535" />
      <UnitInput label="内存" value="32" onChange={() => undefined} unit="GB" />
      <UnitInput label="价格" value="239.90" onChange={() => undefined} decimals={2} unit="元 / 月" />
      <Select label="操作系统" data={['Ubuntu 24.04', 'Debian 12']} defaultValue="Ubuntu 24.04" />
      <PasswordInput label="初始密码" defaultValue="secret" />
      <Textarea label="备注" rows={3} placeholder="选填" />
      <div>
        <Checkbox label="我已阅读并同意" defaultChecked />
        <Switch label="自动续租" defaultChecked mt="sm" />
      </div>
    </FormSection>
  )
}

function Order() {
  return (
    <div style={{ display: 'grid', gap: 24, gridTemplateColumns: 'repeat(auto-fit, minmax(300px, 1fr))' }}>
      <TimeLine
        label="订单进度"
        steps={[
          { id: 'a', state: 'done', label: '已付款', time: '11-21 10:02' },
          { id: 'b', state: 'done', label: '开通完成', time: '11-21 10:03', note: '登录信息已发给你。' },
          { id: 'c', state: 'now', label: '服务中', time: '至 12-21 10:03' },
          { id: 'd', state: 'next', label: '结算', note: '到期后 7 天自动结算给共享者。' },
        ]}
      />
      <div>
        <MoneyBlock
          rows={[
            { label: '租金', amount: '¥239.90' },
            { label: '平台服务费', amount: '-¥12.00', hint: '5%' },
            { label: '退款', amount: '-¥20.00', tone: 'coral' },
          ]}
          total={{ label: '到账', amount: <Price amount="1207.90" currency="¥" tone="ink" /> }}
        />
        <div style={gap}>
          <PasswordText value="Tr0ve-9f2k" showLabel="显示" hideLabel="隐藏" copyLabel="复制" copiedLabel="已复制" />
          <CopyButton value="x" label="复制密码" copiedLabel="已复制" isWide />
        </div>
        <CountUp value={128} format={(value) => value.toFixed(2)} />
      </div>
    </div>
  )
}

export function ControlsPart() {
  const [tab, setTab] = useState('compute')
  return (
    <>
      <Toasts store={store} />
      <Tabs
        label="订单"
        value={tab}
        onChange={setTab}
        items={[
          { value: 'storage', label: '存储' },
          { value: 'compute', label: '算力', count: '3' },
          { value: 'code', label: '代码' },
          { value: 'talent', label: '人力' },
        ]}
      />
      <Buttons />
      <div style={gap}>
        <StatusBadge tone="jade" icon={ServingIcon} label="服务中" />
        <StatusBadge tone="amber" icon={WaitingIcon} label="待付款" />
        <StatusBadge tone="coral" icon={FailedIcon} label="失败" />
        <StatusBadge tone="sky" icon={InfoIcon} label="审核中" />
        <StatusBadge tone="teal" icon={SuccessIcon} label="存储" />
        <StatusBadge tone="neutral" icon={CancelledIcon} label="已取消" />
        <StatusBadge tone="jade" icon={SuccessIcon} label="已完成" isQuiet />
        <OutcomeNote kind="success" title="领取成功" text="1 TTC 已到账。" />
        <OutcomeNote kind="warning" title="今天已经领取过了" />
        <OutcomeNote kind="error" title="已放弃签名" />
        <WaitingNote text="正在领取" />
        {['林小舟', '王建国', 'Ada Byron', '欧阳娜娜', 'Bo'].map((name) => (
          <AvatarImage key={name} name={name} />
        ))}
        <Price amount="9.90" currency="¥" size="sm" />
        <Price amount="239.90" currency="¥" unit="/ 月" />
        <Price amount="12480.00" currency="¥" size="lg" />
        <Price amount="239.9" currency="¥" size="xl" />
      </div>
      <TileRow label="入口">
        {['我需要存储', '我需要算力', '我共享存储', '我共享算力'].map((name) => (
          <div
            key={name}
            style={{ padding: 20, border: '1px solid var(--line)', borderRadius: 10, background: 'var(--surface)' }}
          >
            {name}
          </div>
        ))}
      </TileRow>
      <div style={{ height: 24 }} />
      <Fields />
      <Order />
      <StickyAction info={<Price amount="239.90" currency="¥" />} note="1 个月">
        <Button size="md">立即支付</Button>
      </StickyAction>
      {useDevice() === 'mobile' && (
        <BottomBar
          label="主导航"
          items={[
            { href: '#h', label: '首页', icon: HomeIcon, isActive: true },
            { href: '#m', label: '市场', icon: MarketIcon, isActive: false },
            { href: '#o', label: '订单', icon: OrdersIcon, isActive: false, badge: '2' },
            { href: '#n', label: '消息', icon: MessagesIcon, isActive: false, badge: '12' },
            { href: '#e', label: '我的', icon: MeIcon, isActive: false },
          ]}
        />
      )}
    </>
  )
}
