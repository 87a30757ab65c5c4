// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Depository} from "../../src/Depository.sol";
import {IDepository} from "../../src/interfaces/IDepository.sol";
import {FeeToken, PlainToken} from "./WeirdTokens.sol";
import {vm} from "./Vm.sol";

/// @notice Everybody who can touch a depository, and a second set of books to hold against its own.
/// @dev Each function is one action with arguments bent into range. What must never happen is written to `breach`
/// rather than asserted, because a failing assertion inside a handler would pass for a refused action.
contract DepositoryHandler {
    struct Outflow {
        uint256 time;
        uint256 amount;
    }

    uint256 public constant RECLAIM_DELAY = 7 days;
    uint208 public constant CAPACITY = 1_000;
    uint48 public constant WINDOW = 1_000;
    uint256 private constant ATTACKER_KEY = 0xbad;
    uint256 private constant MAX_DEPOSIT = 600;

    Depository public immutable depository;
    address public immutable attacker = vm.addr(ATTACKER_KEY);
    address public immutable victim = address(0x71c71);
    address public immutable recipient = address(0x4ec1);

    address[3] public tokens;
    address[2] public users = [address(0x1111), address(0x2222)];
    uint256[2] private _allocatorKeys = [uint256(0xa110c), 0xa110d];

    mapping(address token => uint256) public deposited;
    mapping(address token => uint256) public donated;
    mapping(address token => uint256) public withdrawn;
    mapping(address token => uint256) public reclaimed;
    mapping(bytes32 key => uint256) public credited;
    mapping(bytes32 key => uint256) public released;
    mapping(address token => Outflow[]) public outflows;

    address public expectedOwner = address(0x0111e5);
    address public expectedGuardian = address(0x6ad1a);
    address public expectedAllocator = vm.addr(0xa110c);
    uint256 public count;
    string public breach;

    uint256 private _nonce;
    uint256 private _lastPauseEnd;
    IDepository.Withdrawal private _last;
    bytes private _lastCall;

    constructor() {
        tokens = [address(0), address(new PlainToken()), address(new FeeToken())];
        IDepository.TokenLimit[] memory limits = new IDepository.TokenLimit[](0);
        depository = new Depository(
            expectedOwner,
            expectedAllocator,
            expectedGuardian,
            RECLAIM_DELAY,
            IDepository.Limit(CAPACITY, WINDOW),
            limits
        );
        address[4] memory rich = [users[0], users[1], attacker, victim];
        for (uint256 i = 0; i < 4; ++i) {
            vm.deal(rich[i], 1_000_000);
            for (uint256 j = 1; j < 3; ++j) {
                PlainToken(tokens[j]).mint(rich[i], 1_000_000);
                vm.prank(rich[i]);
                PlainToken(tokens[j]).approve(address(depository), type(uint256).max);
            }
        }
    }

    // Honest users

    function deposit(uint256 who, uint256 what, uint256 which, uint256 amount) external {
        address payer = users[who % 2];
        _deposit(payer, payer, tokens[what % 3], _id(which), 1 + amount % MAX_DEPOSIT);
    }

    function depositForAnother(uint256 what, uint256 which, uint256 amount) external {
        _deposit(users[0], users[1], tokens[what % 3], _id(which), 1 + amount % MAX_DEPOSIT);
    }

    function donate(uint256 what, uint256 amount) external {
        address token = tokens[what % 3];
        amount = 1 + amount % 100;
        donated[token] += amount;
        if (token == address(0)) vm.deal(address(depository), address(depository).balance + amount);
        else PlainToken(token).mint(address(depository), amount);
    }

    function requestReclaim(uint256 which) external {
        (address account, address token, bytes32 id,) = _held(which);
        vm.prank(account);
        depository.requestReclaim(id, token);
        ++count;
    }

    function reclaim(uint256 which, bool patient) external {
        (address account, address token, bytes32 id, uint256 readyAt) = _requested(which);
        if (patient && block.timestamp < readyAt) vm.warp(readyAt);
        uint256 before = _balance(token, address(depository));
        vm.prank(account);
        depository.reclaim(id, token);
        if (readyAt == 0 || block.timestamp < readyAt) breach = "reclaimed before the delay";
        uint256 amount = before - _balance(token, address(depository));
        reclaimed[token] += amount;
        released[_key(id, account, token)] += amount;
        ++count;
    }

    // The allocator

    function withdraw(uint256 which, uint256 amount, uint256 extra) external {
        (address account, address token, bytes32 id, uint256 held) = _held(which);
        // Now and then more than there is, or than the limit allows.
        amount = 1 + amount % (held + held / 8 + 1);
        uint256 available = depository.availableOf(token);
        if (extra % 8 != 0 && available != 0 && amount > available) amount = available;
        uint256 surplus = extra % 4 == 1 ? 1 + (extra / 4) % 50 : 0;
        IDepository.Withdrawal memory withdrawal = _withdrawal(token, id, account, amount, surplus);
        _submit(withdrawal, _sign(_allocatorKey(), withdrawal));
        released[_key(id, account, token)] += amount;
    }

    function withdrawTheSameIdTwice(uint256 which, uint256 amount) external {
        (address account, address token, bytes32 id, uint256 held) = _held(which);
        amount = 1 + amount % (held / 2 + held / 4 + 1);
        IDepository.Withdrawal memory withdrawal = _withdrawal(token, id, account, amount, amount);
        withdrawal.releases[1].id = id;
        withdrawal.releases[1].depositor = account;
        _submit(withdrawal, _sign(_allocatorKey(), withdrawal));
        released[_key(id, account, token)] += 2 * amount;
    }

    function withdrawWithoutADefect(uint256 amount) external {
        if (depository.allocator() == address(0) || block.timestamp < depository.withdrawalsPausedUntil()) return;
        uint256 surplus = depository.surplusOf(tokens[1]);
        uint256 available = depository.availableOf(tokens[1]);
        uint256 most = surplus < available ? surplus : available;
        if (most == 0) return;
        IDepository.Withdrawal memory withdrawal = _withdrawal(tokens[1], 0, address(0), 1 + amount % most, 0);
        bytes memory signature = _sign(_allocatorKey(), withdrawal);
        try this.submit(withdrawal, signature) {}
        catch {
            breach = "a good withdrawal was refused";
        }
    }

    /// @dev Only so that it can be tried.
    function submit(IDepository.Withdrawal memory withdrawal, bytes memory signature) external {
        require(msg.sender == address(this));
        _submit(withdrawal, signature);
    }

    // The attacker

    function replay() external {
        if (_lastCall.length == 0) return;
        (bool success,) = address(depository).call(_lastCall);
        if (success) breach = "a withdrawal was executed twice";
    }

    function forge(uint256 who, uint256 what, uint256 which, uint256 amount) external {
        IDepository.Withdrawal memory withdrawal =
            _withdrawal(tokens[what % 3], _id(which), users[who % 2], 1 + amount % MAX_DEPOSIT, 0);
        withdrawal.to = attacker;
        bytes memory signature = _sign(ATTACKER_KEY, withdrawal);
        vm.prank(attacker);
        (bool success,) = address(depository).call(abi.encodeCall(IDepository.withdraw, (withdrawal, signature)));
        if (success) breach = "a forged withdrawal was executed";
    }

    function bendTheLast(uint256 amount) external {
        if (_lastCall.length == 0) return;
        IDepository.Withdrawal memory bent = _last;
        bytes memory signature = _sign(_allocatorKey(), bent);
        bent.to = attacker;
        bent.nonce = ++_nonce + amount % 1_000;
        vm.prank(attacker);
        (bool success,) = address(depository).call(abi.encodeCall(IDepository.withdraw, (bent, signature)));
        if (success) breach = "a changed withdrawal was executed";
    }

    function reclaimOfAnother(uint256 what, uint256 which) external {
        vm.startPrank(attacker);
        (bool asked,) = address(depository).call(
            abi.encodeCall(IDepository.requestReclaim, (_id(which), tokens[what % 3]))
        );
        (bool paid,) = address(depository).call(abi.encodeCall(IDepository.reclaim, (_id(which), tokens[what % 3])));
        vm.stopPrank();
        if (asked || paid) breach = "the attacker reclaimed";
    }

    function usurp(uint256 what, uint256 which) external {
        bytes[9] memory calls = [
            abi.encodeCall(IDepository.setGuardian, (attacker)),
            abi.encodeCall(IDepository.proposeAllocator, (attacker)),
            abi.encodeCall(IDepository.applyAllocator, ()),
            abi.encodeCall(IDepository.killAllocator, ()),
            abi.encodeCall(IDepository.applyLimit, (tokens[what % 3])),
            abi.encodeCall(IDepository.pauseDeposits, ()),
            abi.encodeCall(IDepository.unpauseWithdrawals, ()),
            abi.encodeCall(depository.acceptOwnership, ()),
            abi.encodeCall(depository.transferOwnership, (attacker))
        ];
        vm.prank(attacker);
        (bool success,) = address(depository).call(calls[which % 9]);
        if (success) breach = "the attacker used a power";
    }

    /// @dev The victim has approved the depository without end and does nothing.
    function depositOfTheVictim(uint256 what, uint256 amount) external {
        vm.prank(attacker);
        (bool success,) = address(depository).call(
            abi.encodeCall(IDepository.depositErc20, (victim, tokens[1 + what % 2], amount, _id(amount)))
        );
        if (success) {
            // It was the attacker's own money, now the victim's.
            uint256 credit = tokens[1 + what % 2] == tokens[1] ? amount : amount - amount / 100;
            deposited[tokens[1 + what % 2]] += credit;
            credited[_key(_id(amount), victim, tokens[1 + what % 2])] += credit;
        }
    }

    // Guardian and owner

    function pauseDeposits(uint256 luck) external {
        if (luck % 4 != 0) return;
        vm.prank(expectedGuardian);
        depository.pauseDeposits();
    }

    function unpauseDeposits() external {
        vm.prank(expectedOwner);
        depository.unpauseDeposits();
    }

    function pauseWithdrawals(uint256 duration, uint256 luck) external {
        if (luck % 4 != 0) return;
        vm.prank(expectedGuardian);
        depository.pauseWithdrawals(1 + duration % 73 hours);
        if (depository.withdrawalsPausedUntil() > block.timestamp + 72 hours) breach = "a pause was too long";
        if (_lastPauseEnd != 0 && block.timestamp < _lastPauseEnd + 24 hours) breach = "pauses were chained";
        _lastPauseEnd = depository.withdrawalsPausedUntil();
    }

    function unpauseWithdrawals() external {
        vm.prank(expectedOwner);
        depository.unpauseWithdrawals();
        _lastPauseEnd = block.timestamp;
    }

    function lowerLimit(uint256 what, uint256 capacity, uint256 window) external {
        address token = tokens[what % 3];
        IDepository.Limit memory before = depository.limitOf(token);
        vm.prank(expectedGuardian);
        depository.lowerLimit(token, _limit(capacity, window));
        if (depository.limitOf(token).capacity > before.capacity) breach = "the guardian raised a limit";
    }

    function proposeLimit(uint256 what, uint256 capacity, uint256 window) external {
        vm.prank(expectedOwner);
        depository.proposeLimit(tokens[what % 3], _limit(capacity, window));
    }

    function applyLimit(uint256 what) external {
        (, uint48 readyAt) = depository.pendingLimit(tokens[what % 3]);
        vm.prank(expectedOwner);
        depository.applyLimit(tokens[what % 3]);
        if (block.timestamp < readyAt) breach = "a limit changed too early";
    }

    function proposeAllocator(uint256 which) external {
        vm.prank(expectedOwner);
        depository.proposeAllocator(vm.addr(_allocatorKeys[which % 2]));
    }

    function applyAllocator() external {
        (address next, uint48 readyAt) = depository.pendingAllocator();
        vm.prank(expectedOwner);
        depository.applyAllocator();
        if (block.timestamp < readyAt) breach = "the allocator changed too early";
        expectedAllocator = next;
    }

    function killAllocator(uint256 luck) external {
        if (luck % 16 != 0) return;
        vm.prank(expectedOwner);
        depository.killAllocator();
        expectedAllocator = address(0);
    }

    // The world

    function warp(uint256 duration) external {
        vm.warp(block.timestamp + duration % 1_000);
    }

    function warpFar(uint256 duration) external {
        vm.warp(block.timestamp + duration % 8 days);
    }

    function changeChain(uint256 id) external {
        vm.chainId(1 + id % 3);
    }

    // Books

    /// @notice Whether the books of every id agree with the depository, and add up to its total.
    function booksAgree(address token) external view returns (bool) {
        uint256 sum = 0;
        address[4] memory accounts = [users[0], users[1], victim, attacker];
        for (uint256 i = 0; i < 3; ++i) {
            for (uint256 j = 0; j < 4; ++j) {
                bytes32 key = _key(_id(i), accounts[j], token);
                uint256 held = depository.escrowOf(_id(i), accounts[j], token);
                (uint256 covered,) = depository.reclaimOf(_id(i), accounts[j], token);
                if (credited[key] != released[key] + held || covered > held) return false;
                sum += held;
            }
        }
        return sum == depository.totalEscrow(token);
    }

    /// @notice Whether no stretch of time that ends with the last withdrawal saw more than the widest limit allows.
    function outflowIsBounded(address token) external view returns (bool) {
        uint256 sum = 0;
        uint256 length = outflows[token].length;
        for (uint256 i = length; i > 0; --i) {
            Outflow memory flow = outflows[token][i - 1];
            sum += flow.amount;
            uint256 elapsed = outflows[token][length - 1].time - flow.time;
            if (sum > CAPACITY + elapsed * CAPACITY / WINDOW) return false;
        }
        return true;
    }

    function balanceOf(address token, address account) external view returns (uint256) {
        return _balance(token, account);
    }

    function _deposit(address payer, address depositor, address token, bytes32 id, uint256 amount) private {
        bool paused = depository.depositsPaused();
        uint256 before = _balance(token, address(depository));
        vm.prank(payer);
        if (token == address(0)) depository.depositNative{value: amount}(depositor, id);
        else depository.depositErc20(depositor, token, amount, id);
        if (paused) breach = "a deposit went through a pause";
        uint256 received = _balance(token, address(depository)) - before;
        deposited[token] += received;
        credited[_key(id, depositor, token)] += received;
        ++count;
    }

    function _submit(IDepository.Withdrawal memory withdrawal, bytes memory signature) private {
        bool paused = block.timestamp < depository.withdrawalsPausedUntil();
        depository.withdraw(withdrawal, signature);
        if (paused) breach = "a withdrawal went through a pause";
        withdrawn[withdrawal.token] += withdrawal.amount;
        outflows[withdrawal.token].push(Outflow(block.timestamp, withdrawal.amount));
        _lastCall = abi.encodeCall(IDepository.withdraw, (withdrawal, signature));
        _remember(withdrawal);
        ++count;
    }

    function _remember(IDepository.Withdrawal memory withdrawal) private {
        delete _last.releases;
        for (uint256 i = 0; i < withdrawal.releases.length; ++i) {
            _last.releases.push(withdrawal.releases[i]);
        }
        _last.token = withdrawal.token;
        _last.to = withdrawal.to;
        _last.amount = withdrawal.amount;
        _last.nonce = withdrawal.nonce;
        _last.expiry = withdrawal.expiry;
    }

    function _withdrawal(address token, bytes32 id, address account, uint256 amount, uint256 surplus)
        private
        returns (IDepository.Withdrawal memory)
    {
        IDepository.Release[] memory releases = new IDepository.Release[](surplus == 0 ? 1 : 2);
        releases[0] = IDepository.Release(id, account, amount);
        if (surplus != 0) releases[1] = IDepository.Release(0, address(0), surplus);
        return IDepository.Withdrawal(releases, token, recipient, amount + surplus, ++_nonce, block.timestamp + 60);
    }

    function _sign(uint256 key, IDepository.Withdrawal memory withdrawal) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, depository.hashWithdrawal(withdrawal));
        return abi.encodePacked(r, s, v);
    }

    function _allocatorKey() private view returns (uint256) {
        return _allocatorKeys[expectedAllocator == vm.addr(_allocatorKeys[0]) ? 0 : 1];
    }

    function _limit(uint256 capacity, uint256 window) private pure returns (IDepository.Limit memory) {
        // Never wider than at the start, so that one bound holds for all of a run, and seldom very narrow.
        uint256 least = capacity % 8 == 0 ? 0 : CAPACITY * 3 / 4;
        return IDepository.Limit(
            uint208(least + (capacity / 8) % (CAPACITY - least + 1)), uint48(WINDOW + window % WINDOW)
        );
    }

    /// @dev Something that is held for a user, the next one from a random start.
    function _held(uint256 which)
        private
        view
        returns (address account, address token, bytes32 id, uint256 held)
    {
        for (uint256 i = 0; i < 18 && held == 0; ++i) {
            (account, token, id) = _position(which, i);
            held = depository.escrowOf(id, account, token);
        }
    }

    /// @dev Something that a user asked back, the next one from a random start.
    function _requested(uint256 which)
        private
        view
        returns (address account, address token, bytes32 id, uint256 readyAt)
    {
        for (uint256 i = 0; i < 18 && readyAt == 0; ++i) {
            (account, token, id) = _position(which, i);
            (, readyAt) = depository.reclaimOf(id, account, token);
        }
    }

    function _position(uint256 which, uint256 step) private view returns (address, address, bytes32) {
        uint256 index = (which % 18) + step;
        return (users[index % 2], tokens[(index / 2) % 3], _id(index / 6));
    }

    function _balance(address token, address account) private view returns (uint256) {
        return token == address(0) ? account.balance : IERC20(token).balanceOf(account);
    }

    function _id(uint256 which) private pure returns (bytes32) {
        return bytes32(which % 3 + 1);
    }

    function _key(bytes32 id, address account, address token) private pure returns (bytes32) {
        return keccak256(abi.encode(id, account, token));
    }
}
